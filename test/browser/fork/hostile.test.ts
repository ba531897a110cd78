import {createSocket} from "node:dgram";
import {createServer} from "node:http";
import type {AddressInfo} from "node:net";
import type {Frame} from "playwright-core";
import {afterAll, beforeAll, beforeEach, describe, expect, it} from "vitest";
import {encodeLink} from "../../../src/fork/notebook/link.js";
import {openSite, type OpenPage, type OpenSite} from "../site.js";
import {loud, quiet, reach, tools} from "./attempts.js";

let site: OpenSite;
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
  site = await openSite("/any/path/");
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

async function opened(source: string): Promise<OpenPage & {frame: Frame}> {
  const hash = await encodeLink({
    title: "Hostile",
    path: "/pages/forks/new",
    source,
    base: null,
    search: ""
  });
  const context = await site.browser.newContext();
  const page = await context.newPage();
  await page.goto(`${site.url}fork.html#${hash}`);
  await page.getByRole("button", {name: "Run in sandbox"}).click();
  await page.waitForSelector(".fork-notebook[data-settled]");
  const frame = page.frames()[1];
  if (!frame) throw new Error("no sandbox");
  return {page, frame, complaints: [], close: () => context.close()};
}

describe("code in the sandbox", () => {
  it(`reaches no server in ${Object.keys(quiet).length} ways that leave the document alone`, async () => {
    const {page, frame, close} = await opened(notebook(quiet));
    await frame.click("#go");
    await frame
      .waitForSelector("#go[data-through]", {timeout: 15_000})
      .catch(async () =>
        console.log(
          "AT",
          await frame
            .evaluate('document.querySelector("#go")?.dataset.at + document.body.innerHTML.length')
            .catch(String)
        )
      );
    await page.waitForTimeout(2000);
    expect(arrivals).toEqual([]);
    expect(connections).toBe(0);
    await close();
  });

  it.each(Object.keys(loud))("reaches no server by %s", async (name) => {
    const {page, frame, close} = await opened(notebook({[name]: loud[name] ?? ""}));
    const url = page.url();
    const box = await frame.locator("#go").boundingBox();
    await page.mouse.click((box?.x ?? 0) + 5, (box?.y ?? 0) + 5);
    await page.waitForTimeout(700);
    expect(arrivals).toEqual([]);
    // A navigation is refused after Chromium has opened its connection: it carries no request.
    if (/preconnect|document|reload|meta|form/.test(name)) expect(connections).toBe(0);
    expect(page.url()).toBe(url);
    await close();
  });

  it.each(Object.keys(reach))("does not get at: %s", async (name) => {
    const {frame, close} = await opened("# Empty\n");
    const got = await frame.evaluate(
      `(async () => { ${reach[name] ?? ""} })().then((v) => (v === null || v === "" || v === undefined ? "" : "got " + v), () => "")`
    );
    expect(got).toBe("");
    await close();
  });

  it("does not get its peer connections back", async () => {
    const {frame, close} = await opened("# Empty\n");
    expect(await frame.evaluate("typeof RTCPeerConnection")).toBe("undefined");
    await close();
  });
});

it("the server hears of the same attempts from a document without a policy", async () => {
  const context = await site.browser.newContext();
  const page = await context.newPage();
  await page.goto(site.url);
  await page.evaluate((address) => {
    void fetch(`${address}/fetch`, {mode: "no-cors"});
    new Image().src = `${address}/image`;
    new Worker(URL.createObjectURL(new Blob([`fetch("${address}/worker", {mode: "no-cors"})`])));
  }, u);
  await page.evaluate((address) => {
    const peer = new RTCPeerConnection({iceServers: [{urls: address}]});
    peer.createDataChannel("x");
    void peer.createOffer().then((offer) => peer.setLocalDescription(offer));
  }, stun);
  await page.waitForTimeout(1500);
  expect(new Set(arrivals)).toEqual(
    new Set(["GET /fetch", "GET /image", "GET /worker", "datagram"])
  );
  await context.close();
});
