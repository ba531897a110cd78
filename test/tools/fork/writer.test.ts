import {readdirSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {request} from "node:http";
import {networkInterfaces} from "node:os";
import {join} from "node:path";
import {afterAll, beforeAll, beforeEach, describe, expect, it} from "vitest";
import {lineageOf, textHash, withLineage} from "../../../src/fork/notebook/lineage.js";
import {readBase} from "../../../tools/fork/store.js";
import {startWriter, type RunningWriter} from "../../../tools/fork/writer.js";
import {madeSite} from "./made-site.js";

const origin = "http://127.0.0.1:3000";
let root = "";
let writer: RunningWriter;

beforeEach(() => {
  rmSync(join(root, "pages/forks"), {recursive: true, force: true});
});
beforeAll(async () => {
  root = madeSite();
  writer = await startWriter({root, origins: [origin, "http://localhost:3000"]});
});
afterAll(() => writer.close());

interface Answer {
  status: number;
  headers: Record<string, unknown>;
  body: {hash?: string; text?: string; message?: string};
}

interface Asked {
  headers?: Record<string, string | undefined>;
  method?: string;
  path?: string;
  host?: string;
}

function ask(body: unknown, {headers = {}, method = "POST", path = "/write", host}: Asked = {}) {
  const all = {
    origin,
    "x-lab-token": writer.token,
    "content-type": "application/json",
    ...headers
  };
  const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  const {port} = new URL(writer.url);
  return new Promise<Answer>((resolve, reject) => {
    const asked = request(
      {host: host ?? "127.0.0.1", port, path, method, headers: sent as Record<string, string>},
      (response) => {
        let text = "";
        response.on("data", (chunk) => (text += String(chunk)));
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: (text === "" ? {} : JSON.parse(text)) as Answer["body"]
          })
        );
      }
    );
    asked.on("error", reject);
    const text = typeof body === "string" ? body : JSON.stringify(body);
    asked.end(method === "POST" ? text : undefined);
  });
}

const page = {name: "mine", text: "# Mine\n", expected: null, base: null};
const files = () => {
  try {
    return readdirSync(join(root, "pages/forks"));
  } catch {
    return [];
  }
};

describe("the writer takes a page", () => {
  it("that is new, and gives its hash back", async () => {
    expect(await ask(page)).toMatchObject({status: 200, body: {hash: textHash("# Mine\n")}});
    expect(readFileSync(join(root, "pages/forks/mine.md"), "utf8")).toBe("# Mine\n");
    expect(files()).toEqual(["mine.md"]);
  });

  it("over one that is as it was read", async () => {
    await ask(page);
    const next = {...page, text: "# Next\n", expected: textHash("# Mine\n")};
    expect((await ask(next)).status).toBe(200);
    expect(readFileSync(join(root, "pages/forks/mine.md"), "utf8")).toBe("# Next\n");
  });

  it("with its original's text, which merges will want", async () => {
    const text = withLineage("# Mine\n", {of: "/pages/parent", base: textHash("original")});
    await ask({...page, text, base: "original"});
    expect(readBase(root, lineageOf(text)?.base ?? "")).toBe("original");
  });

  it("again, when it is the same text", async () => {
    await ask(page);
    expect((await ask(page)).status).toBe(200);
  });
});

describe("the writer refuses, gives what is there, and changes nothing", () => {
  it.each([
    ["a new page where there is one", "# Theirs\n", null],
    ["a page that changed since it was read", "# Theirs\n", textHash("# Read\n")]
  ])("%s", async (_, theirs, expected) => {
    await ask({...page, text: theirs});
    const answer = await ask({...page, expected});
    expect(answer).toMatchObject({status: 409, body: {text: theirs}});
    expect(readFileSync(join(root, "pages/forks/mine.md"), "utf8")).toBe(theirs);
  });

  it("a page that was deleted since it was read", async () => {
    expect(await ask({...page, expected: textHash("# Read\n")})).toMatchObject({
      status: 409,
      body: {text: ""}
    });
    expect(files()).toEqual([]);
  });
});

describe("the writer hears nobody else", () => {
  it.each<[string, Asked, number]>([
    ["without an origin", {headers: {origin: undefined}}, 403],
    ["of another origin", {headers: {origin: "https://evil.example"}}, 403],
    ["of another port", {headers: {origin: "http://127.0.0.1:3001"}}, 403],
    ["of a document without origin", {headers: {origin: "null"}}, 403],
    ["under another name", {headers: {host: "evil.example:3000"}}, 403],
    ["without a token", {headers: {"x-lab-token": undefined}}, 403],
    ["with another token", {headers: {"x-lab-token": "x".repeat(32)}}, 403],
    ["that a form could send", {headers: {"content-type": "text/plain"}}, 415],
    ["by GET", {method: "GET"}, 404],
    ["for another address", {path: "/"}, 404]
  ])("a request %s", async (_, asked, status) => {
    const answer = await ask(page, asked);
    expect(answer.status).toBe(status);
    expect(files()).toEqual([]);
  });

  it.each([
    "../parent",
    "a/b",
    "/etc/passwd",
    ".x",
    "A",
    "",
    "a..b",
    "a\0b",
    "x".repeat(65),
    "con fig"
  ])("a page named %j", async (name) => {
    expect((await ask({...page, name})).status).toBe(400);
    expect(files()).toEqual([]);
  });

  it.each([
    "",
    "nonsense",
    "[]",
    '{"name": "x"}',
    '{"name": "x", "text": 1}',
    '{"name": "x", "text": "", "expected": 1}'
  ])("a body like %j", async (body) => {
    expect((await ask(body)).status).toBe(400);
    expect(files()).toEqual([]);
  });

  it("a body of any size", async () => {
    const answer = await ask({...page, text: "x".repeat(5_000_000)}).catch(() => ({status: 413}));
    expect(answer.status).toBe(413);
    expect(files()).toEqual([]);
  });

  it("another computer", async () => {
    const other = Object.values(networkInterfaces())
      .flat()
      .find((address) => address && !address.internal && address.family === "IPv4");
    if (other) await expect(ask(page, {host: other.address})).rejects.toThrow("ECONNREFUSED");
  });

  it("and tells only its own page that it may ask", async () => {
    const own = await ask("", {method: "OPTIONS", headers: {"x-lab-token": undefined}});
    expect(own).toMatchObject({
      status: 204,
      headers: {"access-control-allow-origin": origin}
    });
    const other = await ask("", {method: "OPTIONS", headers: {origin: "https://evil.example"}});
    expect(other.headers).not.toHaveProperty("access-control-allow-origin");
  });
});

it("two writers of one folder do not overwrite each other", async () => {
  const second = await startWriter({root, origins: [origin]});
  await ask(page);
  const send = (to: RunningWriter, text: string) =>
    fetch(`${to.url}/write`, {
      method: "POST",
      headers: {origin, "x-lab-token": to.token, "content-type": "application/json"},
      body: JSON.stringify({...page, text, expected: textHash("# Mine\n")})
    }).then(({status}) => status);
  const statuses = await Promise.all([send(writer, "# One\n"), send(second, "# Two\n")]);
  expect(statuses.sort()).toEqual([200, 409]);
  second.close();
  expect(second.token).not.toBe(writer.token);
  writeFileSync(join(root, "x"), "");
});
