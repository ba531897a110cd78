/** What a link carries: a notebook, and where it comes from. */
export interface Shared {
  readonly title: string;
  /** Path of the page it was forked from: /pages/kv-cache */
  readonly path: string;
  readonly source: string;
  /** Hash of the original's text; null for a notebook of its own */
  readonly base: string | null;
  /** Query that the inputs stand in */
  readonly search: string;
}

const PREFIX = "v1.";
/** Characters of an inflated link: a bomb is cut here. */
const MAX_CHARS = 1_000_000;
/** Lengths of a link above which mail and chat programs begin to cut, and where most do. */
export const linkLengths = {some: 2000, most: 8000};

/** The hash of a link, without "#". */
export async function encodeLink({title, path, source, base, search}: Shared): Promise<string> {
  const json = JSON.stringify({title, path, source, base, search});
  return PREFIX + toBase64(await pumped(new Blob([json]), new CompressionStream("deflate-raw")));
}

export function isLink(hash: string): boolean {
  return hash.startsWith(PREFIX);
}

/** What a link carries. @throws one sentence when it is damaged, too large or of another kind */
export async function decodeLink(hash: string): Promise<Shared> {
  const bytes = fromBase64(hash.slice(PREFIX.length));
  const text = await inflated(bytes);
  let fields: unknown;
  try {
    fields = JSON.parse(text);
  } catch {
    throw new Error("this link is damaged: its text is cut off");
  }
  return checked(fields);
}

function checked(value: unknown): Shared {
  const fields = (typeof value === "object" && value !== null ? value : {}) as Partial<
    Record<keyof Shared, unknown>
  >;
  const {title, path, source, base = null, search = ""} = fields;
  if (typeof source !== "string") throw new Error("this link holds no notebook");
  if (typeof path !== "string" || !/^\/[\w-]+(\/[\w-]+)*$/.test(path))
    throw new Error("this link names no page of this site");
  if (base !== null && !(typeof base === "string" && /^[0-9a-f]{16}$/.test(base)))
    throw new Error("this link names its original in a way this site does not know");
  return {
    title: typeof title === "string" ? title.slice(0, 200) : "",
    path,
    source,
    base,
    search: typeof search === "string" ? search.slice(0, 20_000) : ""
  };
}

async function inflated(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const reader = stream.getReader();
  const decoder = new TextDecoder("utf-8", {fatal: true});
  let text = "";
  try {
    for (;;) {
      const {done, value} = await reader.read();
      if (done) return text + decoder.decode();
      text += decoder.decode(value, {stream: true});
      if (text.length > MAX_CHARS) break;
    }
  } catch {
    throw new Error("this link is damaged: it cannot be unpacked");
  }
  reader.cancel().catch(() => {});
  throw new Error(`this link unpacks to more than ${MAX_CHARS / 1e6} million characters: refused`);
}

async function pumped(
  blob: Blob,
  through: ReadableWritablePair<Uint8Array<ArrayBuffer>, BufferSource>
): Promise<Uint8Array> {
  const stream = blob.stream().pipeThrough(through);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[\w-]+$/.test(text)) throw new Error("this link is damaged: it has other signs in it");
  let binary: string;
  try {
    binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  } catch {
    throw new Error("this link is damaged: a part is missing");
  }
  return Uint8Array.from(binary, (sign) => sign.charCodeAt(0));
}
