/**
 * The writer behind Save in `npm run dev`: takes pages for src/pages/forks from the lab's own page in a
 * browser on this computer, and from nobody else. It exists only while `npm run dev` runs.
 */
import {randomBytes, timingSafeEqual} from "node:crypto";
import {existsSync} from "node:fs";
import {createServer, type IncomingMessage, type ServerResponse} from "node:http";
import type {AddressInfo} from "node:net";
import {textHash} from "../../src/fork/notebook/lineage.js";
import {checkName, forkPath, keepBase, pageFile, touchConfig} from "./store.js";
import {ChangedSinceRead, createFile, readText, replaceFile} from "./whole-file.js";

const MAX_BYTES = 4_000_000;
/** Milliseconds until a new page is listed: the preview then reloads, and the answer should be out. */
const LIST_MS = 1000;

export interface WriterOptions {
  readonly root: string;
  /** Origins of the preview, such as http://localhost:3000 */
  readonly origins: readonly string[];
}

export interface RunningWriter {
  readonly url: string;
  readonly token: string;
  close(): void;
}

/** An answer that is not "written": a status and what is told. */
class Refusal extends Error {
  readonly status: number;
  readonly text: string | undefined;
  constructor(status: number, message: string, text?: string) {
    super(message);
    this.status = status;
    this.text = text;
  }
}

/** Starts the writer on a free port of this computer only. */
export function startWriter(options: WriterOptions): Promise<RunningWriter> {
  const token = randomBytes(24).toString("base64url");
  const server = createServer((request, response) => {
    void answer(request, response, {...options, token});
  });
  return new Promise((done) => {
    server.listen(0, "127.0.0.1", () => {
      const {port} = server.address() as AddressInfo;
      const close = () => {
        server.close();
        server.closeAllConnections();
      };
      done({url: `http://127.0.0.1:${port}`, token, close});
    });
  });
}

type Context = WriterOptions & {readonly token: string};

async function answer(request: IncomingMessage, response: ServerResponse, context: Context) {
  const origin = request.headers.origin ?? "";
  if (context.origins.includes(origin)) {
    response.setHeader("access-control-allow-origin", origin);
    response.setHeader("access-control-allow-headers", "content-type, x-lab-token");
    response.setHeader("access-control-allow-private-network", "true");
    response.setHeader("vary", "origin");
  }
  response.setHeader("content-type", "application/json");
  try {
    refuseStrangers(request, context);
    if (request.method === "OPTIONS") return void response.writeHead(204).end();
    refuseWithoutToken(request, context);
    response.end(JSON.stringify(write(await readBody(request), context.root)));
  } catch (error) {
    const {status, message, text} =
      error instanceof Refusal ? error : new Refusal(500, messageOf(error));
    request.resume();
    response.writeHead(status, {connection: "close"}).end(JSON.stringify({message, text}));
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Loopback, named as such (another name that resolves to this computer is a trick), from our own page. */
function refuseStrangers({socket, headers}: IncomingMessage, {origins}: Context): void {
  if (!/^(::ffff:)?127\.0\.0\.1$|^::1$/.test(socket.remoteAddress ?? ""))
    throw new Refusal(403, "not from this computer");
  if (!/^(127\.0\.0\.1|localhost):\d+$/.test(headers.host ?? ""))
    throw new Refusal(403, "not addressed as this computer");
  if (!origins.includes(headers.origin ?? ""))
    throw new Refusal(403, "not from the lab's own page");
}

function refuseWithoutToken({method, url, headers}: IncomingMessage, {token}: Context): void {
  if (method !== "POST" || url !== "/write") throw new Refusal(404, "not found");
  const given = Buffer.from(String(headers["x-lab-token"] ?? ""));
  const known = Buffer.from(token);
  if (given.length !== known.length || !timingSafeEqual(given, known))
    throw new Refusal(403, "wrong token");
  if (!/^application\/json\b/.test(headers["content-type"] ?? ""))
    throw new Refusal(415, "not JSON");
}

interface Order {
  readonly name: string;
  readonly text: string;
  /** Hash of what stands there; null for a new page */
  readonly expected: string | null;
  readonly base: string | null;
}

async function readBody(request: IncomingMessage): Promise<Order> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new Refusal(413, `larger than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  let body: unknown;
  try {
    body = JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch {
    throw new Refusal(400, "not JSON");
  }
  return checked((typeof body === "object" && body !== null ? body : {}) as Partial<Order>);
}

function checked({name, text, expected = null, base = null}: Partial<Order>): Order {
  if (typeof name !== "string" || typeof text !== "string")
    throw new Refusal(400, "name or text is missing");
  if (
    (expected !== null && typeof expected !== "string") ||
    (base !== null && typeof base !== "string")
  )
    throw new Refusal(400, "expected or base is not text");
  try {
    checkName(name);
  } catch (error) {
    throw new Refusal(400, messageOf(error));
  }
  return {name, text, expected, base};
}

/** Writes a page, whole or not at all; never over what the browser has not seen. */
function write({name, text, expected, base}: Order, root: string): {hash: string} {
  const file = pageFile(root, forkPath(name));
  if (base !== null) keepBase(root, base);
  const isNew = !existsSync(file);
  try {
    if (isNew && expected === null) createFile(file, text);
    else if (readText(file) !== text) replaceFile(file, text, expected ?? "");
  } catch (error) {
    if (error instanceof ChangedSinceRead || /^already there/.test(messageOf(error)))
      throw new Refusal(409, "changed since it was read", readText(file) ?? "");
    throw error;
  }
  if (isNew) setTimeout(() => touchConfig(root), LIST_MS);
  return {hash: textHash(text)};
}
