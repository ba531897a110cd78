/**
 * Closes, before any other code runs, the ways out that a policy leaves open: peer connections, and
 * elements that open connections or ask name servers before a policy is asked (<link rel="preconnect">,
 * frames). Such an element comes to be by name or by a parser: names are checked here, and every text
 * that becomes HTML; what gets into a document is checked once more, by insertion.ts. What is left is
 * `location`: a navigation is refused, but Chromium opens a connection for it first, without a request.
 *
 * Runs in the sandbox as text: it may use nothing but its own body, and only functions taken before
 * anybody could replace them.
 */
export function lockdown(): void {
  const {apply} = Reflect;
  const codeAt = Function.prototype.call.bind(String.prototype.charCodeAt) as unknown as (
    text: string,
    i: number
  ) => number;
  const slice = Function.prototype.call.bind(String.prototype.slice) as unknown as (
    text: string,
    start: number,
    end?: number
  ) => string;

  /** Elements that load, connect or navigate by themselves; none has a use in a cell. */
  const refused = ["link", "meta", "iframe", "frame", "object", "embed", "portal", "fencedframe"];
  /** And what makes elements of a text without their names: `<!ENTITY e "&#60;iframe/>">`. */
  const refusedInText = [...refused, "!entity"];

  /** Whether one of these names stands at a place of a text, in any case. */
  const isRefusedAt = (text: string, start: number, names: readonly string[]) => {
    for (let n = 0; n < names.length; ++n) {
      const name = names[n] ?? "";
      let i = 0;
      while (i < name.length && (codeAt(text, start + i) | 32) === codeAt(name, i)) ++i;
      if (i === name.length) return i;
    }
    return 0;
  };

  /** Whether a colon stands in the name of a tag: <a:link. */
  const isInName = (text: string, colon: number) => {
    let i = colon - 1;
    // Until a blank, a quote, a bracket or another sign that no name has.
    while (i >= 0 && !(codeAt(text, i) <= 47 && codeAt(text, i) !== 45 && codeAt(text, i) !== 46)) {
      const code = codeAt(text, i);
      if (code >= 58 && code <= 63) break;
      --i;
    }
    return i >= 0 && codeAt(text, i) === 60;
  };

  /** HTML or XML in which these are elements without a meaning. */
  const withoutRefused = (html: string) => {
    let result = "";
    let at = 0;
    for (let i = 0; i < html.length; ++i) {
      const code = codeAt(html, i);
      if (code !== 60 && !(code === 58 && isInName(html, i))) continue;
      if (isRefusedAt(html, i + 1, refusedInText) === 0) continue;
      result += `${slice(html, at, i + 1)}x-`;
      at = i + 1;
    }
    return result + slice(html, at);
  };

  const checked = (name: string) => {
    let start = 0;
    for (let i = 0; i < name.length; ++i) if (codeAt(name, i) === 58) start = i + 1;
    const n = isRefusedAt(name, start, refused);
    if (n > 0 && start + n === name.length)
      throw new TypeError(`${name} elements are not available in a fork`);
    return name;
  };

  type Method = (...args: unknown[]) => unknown;
  /** Puts a method in the place of one, and gives it the old one. */
  const wrap = (
    owner: object | undefined,
    name: string,
    make: (old: Method) => (this: unknown, ...args: unknown[]) => unknown
  ) => {
    const old = owner && (owner as Record<string, Method>)[name];
    if (old)
      Object.defineProperty(owner, name, {value: make(old), writable: true, configurable: false});
  };

  const scope = globalThis as unknown as Record<string, {prototype: object} | undefined>;
  wrap(scope["Document"]?.prototype, "createElement", (old) => {
    return function (name, ...rest) {
      return apply(old, this, [checked(`${String(name)}`), ...rest]);
    };
  });
  for (const [owner, name] of [
    ["Document", "createElementNS"],
    ["DOMImplementation", "createDocument"]
  ] as const)
    wrap(scope[owner]?.prototype, name, (old) => {
      return function (space, name, ...rest) {
        return apply(old, this, [
          space,
          name === null ? null : checked(`${String(name)}`),
          ...rest
        ]);
      };
    });
  wrap(scope["CustomElementRegistry"]?.prototype, "define", (old) => {
    return function (name, constructor, options) {
      const base = (options as {extends?: unknown} | undefined)?.extends;
      if (base === undefined) return apply(old, this, [name, constructor]);
      return apply(old, this, [name, constructor, {extends: checked(`${String(base)}`)}]);
    };
  });

  // A window that is opened has peer connections of its own: nobody gets hold of it.
  wrap(globalThis, "open", (old) => {
    return function (url) {
      return apply(old, this, [url, "_blank", "noopener"]);
    };
  });

  /** What an interface has itself, by names that fulfil a condition. */
  const ofInterface = (name: string, isMeant: (property: string) => boolean) => {
    const constructor = scope[name];
    const owners = constructor ? [constructor, constructor.prototype] : [];
    return owners.flatMap((owner) =>
      Object.getOwnPropertyNames(owner)
        .filter(isMeant)
        .map((property) => [owner, property] as const)
    );
  };
  const ways = ["innerHTML", "outerHTML", "getHTML", "insertAdjacentHTML", "setHTMLUnsafe"];
  const isOtherWay = (name: string) =>
    /HTML/.test(name) && name !== "parseHTMLUnsafe" && !ways.includes(name);
  const isOfFrame = (name: string) =>
    /^(src|srcdoc|data|content\w+|getSVGDocument|httpEquiv|content)$/.test(name);

  const gone: readonly (readonly [owner: object | undefined, name: string])[] = [
    ...[
      "RTCPeerConnection",
      "webkitRTCPeerConnection",
      "mozRTCPeerConnection",
      "RTCDataChannel",
      "RTCIceTransport",
      "XMLHttpRequest",
      "XSLTProcessor",
      "documentPictureInPicture"
    ].map((name) => [globalThis, name] as const),
    // Sanitizers do not look, and what comes in a stream passes in pieces.
    ...["Document", "Element", "CharacterData", "DocumentFragment", "ShadowRoot", "Range"].flatMap(
      (name) => ofInterface(name, isOtherWay)
    ),
    ...["IFrame", "Frame", "FencedFrame", "Portal", "Object", "Embed", "Meta"].flatMap((name) =>
      ofInterface(`HTML${name}Element`, isOfFrame)
    ),
    [scope["HTMLVideoElement"]?.prototype, "requestPictureInPicture"],
    [scope["HTMLVideoElement"]?.prototype, "webkitSetPresentationMode"],
    [scope["Navigator"]?.prototype, "mediaSession"],
    // In pieces, a text passes every look that is taken at it.
    [scope["Document"]?.prototype, "write"],
    [scope["Document"]?.prototype, "writeln"],
    [scope["Document"]?.prototype, "open"]
  ];
  for (const [owner, name] of gone) {
    if (!owner || !(name in owner)) continue;
    Reflect.deleteProperty(owner, name);
    if (name in owner) Object.defineProperty(owner, name, {value: undefined});
  }

  const {trustedTypes} = globalThis as unknown as {
    trustedTypes?: {createPolicy(name: string, rules: object): unknown};
  };
  trustedTypes?.createPolicy("default", {
    createHTML: (html: string, _type: string, sink: string) =>
      slice(sink, 0, 10) === "HTMLIFrame" ? null : withoutRefused(html),
    // A javascript: address would make a document of a text that has not been looked at.
    createScript: (code: string, _type: string, sink: string) =>
      slice(sink, 0, 8) === "Location" ? null : code,
    createScriptURL: (url: string) => url
  });
  if (trustedTypes) return;

  // A browser without them: the same look at what is handed to the parsers, one by one.
  const looked = (args: unknown[], i: number) => {
    if (i < args.length) args[i] = withoutRefused(`${String(args[i])}`);
    return args;
  };
  for (const [owner, name, i] of [
    [scope["Element"]?.prototype, "insertAdjacentHTML", 1],
    [scope["Element"]?.prototype, "setHTMLUnsafe", 0],
    [scope["ShadowRoot"]?.prototype, "setHTMLUnsafe", 0],
    [scope["Document"], "parseHTMLUnsafe", 0],
    [scope["Document"]?.prototype, "execCommand", 2],
    [scope["DOMParser"]?.prototype, "parseFromString", 0],
    [scope["Range"]?.prototype, "createContextualFragment", 0]
  ] as const)
    wrap(owner, name, (old) => {
      return function (...args) {
        return apply(old, this, looked(args, i));
      };
    });
  for (const owner of [scope["Element"]?.prototype, scope["ShadowRoot"]?.prototype])
    for (const name of ["innerHTML", "outerHTML"]) {
      const {get, set} = (owner && Object.getOwnPropertyDescriptor(owner, name)) ?? {};
      if (!owner || !get || !set) continue;
      const change = function (this: unknown, html: unknown) {
        apply(set, this, [html === null ? null : withoutRefused(`${String(html)}`)]);
      };
      Object.defineProperty(owner, name, {get, set: change, configurable: false});
    }
}
