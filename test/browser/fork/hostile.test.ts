import {createSocket} from "node:dgram";
import {createServer} from "node:http";
import type {AddressInfo} from "node:net";
import {join} from "node:path";
import {afterAll, beforeAll, beforeEach, describe, expect, it} from "vitest";
import {encodeLink} from "../../../src/fork/notebook/link.js";
import {serve, type Site} from "../../../tools/serve.js";
import {loud, quiet, reach, tools} from "./attempts.js";
import {badLinks, evil, linkOf} from "./bad-links.js";
import {browsers, until, type Tab, type TestBrowser} from "./hostile-tab.js";

let site: Site;
const arrivals: string[] = [];
const server = createServer((request, response) => {
  arrivals.push(`${request.method ?? ""} ${request.url ?? ""}`);
  response.writeHead(200, {"access-control-allow-origin": "*"}).end("x");
});
server.on("upgrade", (request) => arrivals.push(`upgrade ${request.url ?? ""}`));
server.on("connection", () => connections++);
let connections = 0;
const datagrams = createSocket("udp4");
datagrams.on("message", () => arrivals.push("datagram"));
let u = "";
let stun = "";

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  await new Promise<void>((done) => datagrams.bind(0, "127.0.0.1", done));
  u = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  stun = `stun:127.0.0.1:${datagrams.address().port}`;
  site = await serve(join(process.cwd(), "dist"), "/any/path/");
});

afterAll(async () => {
  await site.close();
  server.closeAllConnections();
  server.close();
  datagrams.close();
});

beforeEach(() => {
  arrivals.length = 0;
  connections = 0;
});

/** Time in which what has left a browser of this machine arrives. */
const arrivalTime = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

/** A notebook with a button that makes all attempts when it is pressed, and says when it is through. */
function notebook(attempts: Readonly<Record<string, string>>): string {
  const runs = Object.entries(attempts).map(
    ([name, code]) => `async () => { /* ${name} */ ${code}; }`
  );
  return `# Looks harmless

\`\`\`js
const U = ${JSON.stringify(u)}, STUN = ${JSON.stringify(stun)};
${tools}
const button = document.createElement("button");
button.id = "go";
button.textContent = "Press me";
button.onclick = async () => {
  for (const run of [${runs.join(",\n")}]) {
    const attempt = run().catch(() => {});
    await Promise.race([attempt, new Promise((done) => setTimeout(done, 30))]);
  }
  button.dataset.through = "yes";
};
display(button);
\`\`\`
`;
}

/** Opens a notebook as a link that somebody sent, and lets it run. */
async function opened(browser: TestBrowser, source: string): Promise<Tab> {
  const link = {title: "Hostile", path: "/pages/forks/new", source, base: null, search: ""};
  const tab = await browser.open(`${site.url}fork.html#${await encodeLink(link)}`);
  await until(tab, `document.querySelector(".fork-notice button")`);
  await tab.click(".fork-notice button");
  await until(tab, `document.querySelector(".fork-notebook[data-settled]")`);
  return tab;
}

const names = Object.keys(loud);
const isSilent = (name: string) => /preconnect|document|reload|meta|form/.test(name);
/** A refused navigation may open a connection that carries no request: such attempts go by themselves. */
const groups = [names.filter(isSilent), names.filter((name) => !isSilent(name))].flatMap((all) =>
  Array.from({length: Math.ceil(all.length / 5)}, (_, i) => all.slice(5 * i, 5 * i + 5))
);

describe.each(Object.keys(browsers))("a notebook from elsewhere, in %s,", (name) => {
  let browser: TestBrowser;
  beforeAll(async () => {
    browser = (await browsers[name]?.()) as TestBrowser;
  });
  afterAll(() => browser.close());

  it(`reaches no server in ${Object.keys(quiet).length} ways that leave the document alone`, async () => {
    const tab = await opened(browser, notebook(quiet));
    await tab.clickInSandbox("#go");
    await until(tab, `document.querySelector("iframe")`);
    await expect
      .poll(() => tab.inSandbox(`document.querySelector("#go").dataset.through ?? ""`), {
        timeout: 20_000
      })
      .toBe("yes");
    await arrivalTime(2000);
    expect(arrivals).toEqual([]);
    expect(connections).toBe(0);
    await tab.close();
  });

  it.each(groups.map((group) => [group.join(", "), group] as const))(
    "reaches no server by %s",
    async (_, group) => {
      const open = (attempt: string) => opened(browser, notebook({[attempt]: loud[attempt] ?? ""}));
      const tabs = await Promise.all(group.map(open));
      const urls = await Promise.all(tabs.map((tab) => tab.url()));
      for (const tab of tabs) await tab.clickInSandbox("#go");
      await arrivalTime(1000);
      expect(arrivals).toEqual([]);
      if (group.every(isSilent)) expect(connections).toBe(0);
      expect(await Promise.all(tabs.map((tab) => tab.url()))).toEqual(urls);
      await Promise.all(tabs.map((tab) => tab.close()));
    }
  );

  it(`does not get at ${Object.keys(reach).join(", ")}`, async () => {
    const tab = await opened(browser, "# Empty\n");
    for (const [what, code] of Object.entries(reach)) {
      const got = `(async () => { ${code} })().then((v) => (v === null || v === "" || v === undefined ? "" : "got " + v), () => "")`;
      expect(`${what}: ${await tab.inSandbox<string>(got)}`).toBe(`${what}: `);
    }
    expect(await tab.inSandbox("typeof RTCPeerConnection")).toBe("undefined");
    await tab.close();
  });

  it("shows a link with markup and scripts as text, and refuses a damaged one with a sentence", async () => {
    const marks = `("ran" in globalThis) + document.querySelectorAll("#fork img, #fork script, #fork svg image").length`;
    const shown = await browser.open(`${site.url}fork.html#${linkOf(evil, {title: evil})}`);
    await until(shown, `document.querySelector(".fork-notice button")`);
    await until(shown, `document.body.innerText.includes("parent.ran = 1")`);
    expect(await shown.evaluate(`document.querySelectorAll("iframe").length`)).toBe(0);
    expect(await shown.evaluate(marks)).toBe(0);
    await shown.close();
    for (const [, hash, sentence] of badLinks) {
      const tab = await browser.open(`${site.url}fork.html#${hash}`);
      const told = `document.querySelector("[role=alert]")?.textContent.includes(${JSON.stringify(sentence)})`;
      await until(tab, told);
      expect(await tab.evaluate(marks)).toBe(0);
      await tab.close();
    }
  });

  it("and from a document without a policy the server hears of the same attempts", async () => {
    const tab = await browser.open(site.url);
    await tab.evaluate(`(() => {
      void fetch("${u}/fetch", {mode: "no-cors"});
      new Image().src = "${u}/image";
      new Worker(URL.createObjectURL(new Blob(['fetch("${u}/worker", {mode: "no-cors"})'])));
      const peer = new RTCPeerConnection({iceServers: [{urls: "${stun}"}]});
      peer.createDataChannel("x");
      void peer.createOffer().then((offer) => peer.setLocalDescription(offer));
    })()`);
    await expect
      .poll(() => [...new Set(arrivals)].sort(), {timeout: 10_000})
      .toEqual(["GET /fetch", "GET /image", "GET /worker", "datagram"]);
    await tab.close();
  });
});
