/** Files written whole or not at all, one writer at a time, whatever is killed when. */
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync
} from "node:fs";
import {basename, dirname, join} from "node:path";
import {textHash} from "../../src/fork/notebook/lineage.js";

/** The text of a file; null when there is none. */
export function readText(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  }
}

/** Writes a file that must not exist yet. @throws when it does; then nothing is changed */
export function createFile(file: string, text: string): void {
  sweep(dirname(file));
  if (!linkNew(file, text)) throw new Error(`already there: ${file}`);
}

/** What stood in a file when it should have been what was read before. */
export class ChangedSinceRead extends Error {
  readonly current: string | null;
  constructor(file: string, current: string | null) {
    super(`changed since it was read: ${file}`);
    this.current = current;
  }
}

/** Replaces a file whose text still has the expected hash. @throws ChangedSinceRead */
export function replaceFile(file: string, text: string, expectedHash: string): void {
  withLock(file, () => {
    const current = readText(file);
    if (current === null || textHash(current) !== expectedHash)
      throw new ChangedSinceRead(file, current);
    putFile(file, text);
  });
}

/** Puts a text under a name, whole, over what is there. */
export function putFile(file: string, text: string): void {
  sweep(dirname(file));
  renameSync(stage(file, text), file);
  syncFolder(dirname(file));
}

/** The text under a temporary name beside its file, safely on disk. @throws when there is no room */
function stage(file: string, text: string): string {
  mkdirSync(dirname(file), {recursive: true});
  const staged = join(dirname(file), `.${basename(file)}.${process.pid}.${counter++}.tmp`);
  const descriptor = openSync(staged, "wx");
  try {
    writeFileSync(descriptor, text);
    fsyncSync(descriptor);
  } catch (error) {
    rmSync(staged, {force: true});
    if (!/^(ENOSPC|EDQUOT|EFBIG)$/.test(codeOf(error))) throw error;
    throw new Error(`no room on disk, nothing was written: ${file}`);
  } finally {
    closeSync(descriptor);
  }
  return staged;
}

/** Makes the names in a folder last through a loss of power, where the system lets folders be synced. */
function syncFolder(folder: string): void {
  const descriptor = openSync(folder, "r");
  try {
    fsyncSync(descriptor);
  } catch (error) {
    if (!/^(EPERM|EISDIR|EINVAL)$/.test(codeOf(error))) throw error;
  } finally {
    closeSync(descriptor);
  }
}

let counter = 0;

/** Runs while no other process holds the file; a lock whose holder died is taken over. */
function withLock<T>(file: string, run: () => T): T {
  const lock = join(dirname(file), `.${basename(file)}.lock`);
  takeLock(lock);
  try {
    return run();
  } finally {
    rmSync(lock, {force: true});
  }
}

function takeLock(lock: string): void {
  for (let tries = 0; tries < 100; ++tries) {
    if (linkNew(lock, String(process.pid))) return;
    if (isAbandoned(lock)) release(lock);
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
  }
  throw new Error(`another writer holds it: ${lock}`);
}

/** Removes what writers left behind that were killed. */
function sweep(folder: string): void {
  for (const entry of existsSync(folder) ? readdirSync(folder) : []) {
    const pid = Number(/^\..+\.(\d+)\.\d+\.tmp$/.exec(entry)?.[1]);
    if (isDead(pid)) rmSync(join(folder, entry), {force: true});
  }
}

function isAbandoned(lock: string): boolean {
  return isDead(Number(readText(lock)));
}

function isDead(pid: number): boolean {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return isZombie(pid);
  } catch (error) {
    return codeOf(error) === "ESRCH";
  }
}

/** Whether a process has ended and only waits for its parent to notice, as Linux tells. */
function isZombie(pid: number): boolean {
  return /\) [ZX] /.test(readText(`/proc/${pid}/stat`) ?? "");
}

/** Takes an abandoned lock away, and puts it back when another process was quicker and it is alive. */
function release(lock: string): void {
  const aside = `${lock}.${process.pid}.${counter++}.tmp`;
  try {
    renameSync(lock, aside);
    if (!isAbandoned(aside)) linkSync(aside, lock);
  } catch (error) {
    if (!/^(ENOENT|EEXIST)$/.test(codeOf(error))) throw error;
  } finally {
    rmSync(aside, {force: true});
  }
}

/** Creates a file with its whole text at once; false when there is one already. */
function linkNew(file: string, text: string): boolean {
  const staged = stage(file, text);
  try {
    linkSync(staged, file);
    syncFolder(dirname(file));
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(staged, {force: true});
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? "";
}
