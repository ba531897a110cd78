/** The writer of `npm run dev`: its address and what it wants to be shown. Published sites have none. */
export interface Writer {
  readonly url: string;
  readonly token: string;
}

export function findWriter(): Writer | null {
  const text = document.querySelector("meta[name='lab-writer']")?.getAttribute("content") ?? "";
  const [url, token] = text.split(" ");
  return url && token ? {url, token} : null;
}

export type Written =
  | {readonly kind: "written"; readonly hash: string}
  /** The file is not what it was when it was read; null: there is one where none was expected */
  | {readonly kind: "changed"; readonly text: string};

interface WriteOptions {
  readonly name: string;
  readonly text: string;
  /** Hash of the text that stands on disk as far as we know; null for a new page */
  readonly expected: string | null;
  /** The original's text, kept for later merges */
  readonly base: string | null;
}

/** Writes a page into src/pages/forks. @throws one sentence when the writer refuses */
export async function writePage({url, token}: Writer, options: WriteOptions): Promise<Written> {
  const response = await fetch(`${url}/write`, {
    method: "POST",
    headers: {"content-type": "application/json", "x-lab-token": token},
    body: JSON.stringify(options)
  }).catch(() => {
    throw new Error("the writer of npm run dev does not answer: is it still running?");
  });
  const answer = (await response.json()) as {hash?: string; text?: string; message?: string};
  if (response.status === 409) return {kind: "changed", text: answer.text ?? ""};
  if (!response.ok) throw new Error(answer.message ?? `the writer refused (${response.status})`);
  return {kind: "written", hash: answer.hash ?? ""};
}
