/** A fork or notebook as this browser keeps it. */
export interface Draft {
  readonly id: string;
  readonly title: string;
  /** Path of the page it was forked from, which its relative paths mean; new notebooks have /pages/new */
  readonly path: string;
  readonly source: string;
  /** The original's text that it was made from; null for a notebook of its own */
  readonly base: string | null;
  /** Query in which the inputs stand */
  readonly search: string;
  /** What cells have put into storage */
  readonly storage: Readonly<Record<string, string>>;
  /** Whether its code may run without being asked about */
  readonly isTrusted: boolean;
  /** The page in src/pages/forks that it was saved as, and the hash of what was written there */
  readonly disk: {readonly name: string; readonly hash: string} | null;
  /** Counts saves; a save names the number it follows, so that no tab writes over another's */
  readonly revision: number;
  /** Milliseconds since 1970 by the clock of this computer, to be shown only */
  readonly updated: number;
}

/** An earlier text of a draft. */
export interface Version {
  readonly draft: string;
  readonly revision: number;
  readonly time: number;
  readonly source: string;
}

/** What a list of drafts shows. */
export type DraftEntry = Pick<Draft, "id" | "title" | "path" | "updated">;

export type Saved =
  | {readonly kind: "saved"; readonly draft: Draft}
  /** Another tab saved first: nothing was written */
  | {readonly kind: "conflict"; readonly stored: Draft | null}
  /** The browser refuses to keep anything, or its space is used up */
  | {readonly kind: "refused"; readonly reason: "off" | "full"};

export interface DraftStore {
  list(): Promise<DraftEntry[]>;
  get(id: string): Promise<Draft | null>;
  /** Writes a draft that still has the revision it was read with; 0 for a new one */
  save(draft: Draft): Promise<Saved>;
  /** Marks a draft as deleted: it is in no list, and comes back whole until it is purged */
  remove(id: string): Promise<Saved>;
  /** Takes the mark off again; a conflict when there is nothing left to bring back */
  restore(id: string): Promise<Saved>;
  /** Deletes a draft for good with its versions, unless it has been saved since */
  purge(draft: Pick<Draft, "id" | "revision">): Promise<void>;
  versions(id: string): Promise<Version[]>;
  /** Tells of saves and removals by other tabs; returns the way to stop */
  listen(callback: (id: string) => void): () => void;
}

/** Whether a text is a path of a page from the source root, without extension. */
export function isPagePath(path: string): boolean {
  return /^\/[\w-]+(\/[\w-]+)*$/.test(path);
}

const MAX_TITLE = 200;

/** A title on one line that can be seen. */
export function plainTitle(text: string): string {
  const plain = text
    .replace(/[\p{Cf}]/gu, "")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  return plain === "" ? "Untitled" : plain.slice(0, MAX_TITLE);
}

/** An id that no other draft has. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
    byte.toString(16).padStart(2, "0")
  ).join("");
}
