import type {Saved} from "./draft.js";

/** Why a browser keeps nothing, within a sentence. */
export const reasons = {
  off: "this browser keeps nothing here (a private window?)",
  full: "this browser has no room left for forks"
} as const;

/** Why a draft was not written, within a sentence. */
export function reasonOf(saved: Exclude<Saved, {kind: "saved"}>): string {
  if (saved.kind === "refused") return reasons[saved.reason];
  return saved.stored
    ? "the fork has just changed in another tab"
    : "the fork was deleted in another tab";
}
