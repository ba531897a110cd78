import {host} from "../../components/host.js";

const KEY = "fork-approved";
const MAX_APPROVALS = 200;

function approvals(): string[] {
  try {
    const hashes: unknown = JSON.parse(host.storage.get(KEY) ?? "[]");
    return Array.isArray(hashes) ? hashes.map(String) : [];
  } catch {
    return [];
  }
}

/** Whether the reader has let exactly this text run before. */
export function isApproved(hash: string): boolean {
  return approvals().includes(hash);
}

/** Remembers that the reader let this text run. */
export function approve(hash: string): void {
  const others = approvals().filter((known) => known !== hash);
  host.storage.set(KEY, JSON.stringify([hash, ...others].slice(0, MAX_APPROVALS)));
}
