/** Serves the built site under any path, as a plain static host does. */
import {createReadStream, existsSync, readFileSync, statSync} from "node:fs";
import {createServer, type IncomingMessage, type ServerResponse} from "node:http";
import type {AddressInfo} from "node:net";
import {extname, join, normalize, resolve} from "node:path";
import {fileURLToPath} from "node:url";
import {gzipSync} from "node:zlib";

const types: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".csv": "text/csv",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".md": "text/markdown; charset=utf-8",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2"
};

const compressed = new Map<string, Buffer>();

/** A file's bytes as a host sends them to a browser that takes gzip. */
export function gzipped(file: string): Buffer {
  const key = `${file} ${statSync(file).mtimeMs}`;
  const bytes = compressed.get(key) ?? gzipSync(readFileSync(file));
  compressed.set(key, bytes);
  return bytes;
}

/** The file that a request path names, or null. */
export function fileOf(root: string, base: string, pathname: string): string | null {
  if (!pathname.startsWith(base)) return null;
  const file = join(root, normalize(`/${decodeURIComponent(pathname.slice(base.length))}`));
  const index = file.endsWith("/") ? `${file}index.html` : file;
  return existsSync(index) && statSync(index).isFile() ? index : null;
}

function answer(root: string, base: string, request: IncomingMessage, response: ServerResponse) {
  const {pathname} = new URL(request.url ?? "/", "http://localhost");
  const file = fileOf(root, base, pathname);
  if (file === null)
    return void response.writeHead(404, {"content-type": "text/plain"}).end("not found");
  const type = types[extname(file)] ?? "application/octet-stream";
  const gzip = /\bgzip\b/.test(String(request.headers["accept-encoding"]));
  response.writeHead(200, {"content-type": type, ...(gzip ? {"content-encoding": "gzip"} : {})});
  if (gzip) response.end(gzipped(file));
  else createReadStream(file).pipe(response);
}

export interface Site {
  /** Address of the site's root, with a slash at its end. */
  url: string;
  close(): Promise<void>;
}

/** Starts to serve a folder under a path such as `/any/path/`, on a free port unless one is given. */
export function serve(root = "dist", base = "/", port = 0): Promise<Site> {
  const server = createServer((request, response) =>
    answer(resolve(root), base, request, response)
  );
  return new Promise((done) => {
    server.listen(port, "127.0.0.1", () => {
      const address = server.address() as AddressInfo;
      const close = () =>
        new Promise<void>((closed) => {
          server.close(() => closed());
          server.closeAllConnections();
        });
      done({url: `http://127.0.0.1:${address.port}${base}`, close});
    });
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [base = "/", port = "8000"] = process.argv.slice(2);
  console.log((await serve("dist", base, Number(port))).url);
}
