import type {FromSandbox} from "../protocol.js";

/** Longest texts that are taken from the sandbox, in characters; what is longer is dropped whole. */
const limits = {key: 200, message: 2000, text: 1_000_000, search: 20_000, specifier: 2000};
const MAX_HEIGHT = 30_000;
const MAX_HEIGHTS = 5000;
const MAX_DOWNLOAD_BYTES = 512 * 1024 * 1024;

type Fields = Readonly<Record<string, unknown>>;

/**
 * A message of the sandbox, rebuilt from what it should hold; null when it is anything else. The
 * sandbox runs code that nobody has read, so nothing of the object it sent is passed on but plain
 * text and numbers in range.
 */
export function hear(data: unknown): FromSandbox | null {
  if (typeof data !== "object" || data === null) return null;
  const fields = data as Fields;
  const read = Object.hasOwn(readers, String(fields["type"]))
    ? readers[fields["type"] as FromSandbox["type"]]
    : undefined;
  return read?.(fields) ?? null;
}

const readers: {
  readonly [K in FromSandbox["type"]]: (fields: Fields) => Extract<FromSandbox, {type: K}> | null;
} = {
  ready: () => ({type: "ready"}),
  settled: ({run}) => (isCount(run) ? {type: "settled", run} : null),
  pong: ({n}) => (isCount(n) ? {type: "pong", n} : null),
  heights: ({heights}) => {
    if (!Array.isArray(heights)) return null;
    return {type: "heights", heights: heights.slice(0, MAX_HEIGHTS).flatMap(heightOf)};
  },
  status: ({key, id, state, message, line}) => {
    if (!isText(key, "key") || !isText(id, "key")) return null;
    if (state !== "pending" && state !== "ok" && state !== "error") return null;
    return {
      type: "status",
      key,
      id,
      state,
      ...(typeof message === "string" ? {message: message.slice(0, limits.message)} : {}),
      ...(isCount(line) ? {line} : {})
    };
  },
  load: ({n, specifier}) =>
    isCount(n) && isText(specifier, "specifier") ? {type: "load", n, specifier} : null,
  file: ({n, url}) => (isCount(n) && isText(url, "specifier") ? {type: "file", n, url} : null),
  address: ({search}) => (isText(search, "search") ? {type: "address", search} : null),
  store: ({key, text}) =>
    isText(key, "key") && (text === null || isText(text, "text"))
      ? {type: "store", key, text}
      : null,
  download: ({name, blob}) =>
    isText(name, "key") && blob instanceof Blob && blob.size <= MAX_DOWNLOAD_BYTES
      ? {type: "download", name: fileName(name), blob}
      : null,
  copy: ({n, text}) => (isCount(n) && isText(text, "text") ? {type: "copy", n, text} : null),
  link: ({href}) => {
    const url = isText(href, "specifier") && URL.canParse(href) ? new URL(href) : null;
    return url && /^https?:$/.test(url.protocol) ? {type: "link", href: url.href} : null;
  },
  scroll: ({y}) =>
    typeof y === "number" && Number.isFinite(y) ? {type: "scroll", y: clamp(y, 1e7)} : null,
  leave: ({key}) => (isText(key, "key") ? {type: "leave", key} : null)
};

function isText(value: unknown, kind: keyof typeof limits): value is string {
  return typeof value === "string" && value.length <= limits[kind];
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function heightOf(pair: unknown): [string, number][] {
  if (!Array.isArray(pair)) return [];
  const [key, height] = pair as unknown[];
  if (!isText(key, "key") || typeof height !== "number" || !Number.isFinite(height)) return [];
  return [[key, clamp(height, MAX_HEIGHT)]];
}

function clamp(value: number, max: number): number {
  return Math.min(Math.max(value, 0), max);
}

/** A name without folders, control characters or a leading dot. */
function fileName(name: string): string {
  // The range is the control characters.
  const plain = name.replace(/[\p{Cc}\p{Cf}/\\:*?"<>|]+/gu, "-").replace(/^[.\s-]+/, "");
  return plain.slice(-120) || "file";
}
