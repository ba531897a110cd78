/**
 * What the shell (on the site's origin) and the sandbox (without one) say to each other. The sandbox
 * runs anybody's code: the shell believes nothing it says, see shell/hear.ts.
 */

/** Source of a module: text, and between its pieces the addresses of what it imports. */
export interface ModuleText {
  readonly url: string;
  readonly parts: readonly (string | {readonly url: string})[];
}

/** Modules with all that they import, and which address a specifier means. */
export interface Closure {
  readonly modules: readonly ModuleText[];
  readonly urls: Readonly<Record<string, string>>;
}

/** A file of the site that cells may ask for. */
export interface FileInfo {
  /** Path from the source root, without the leading slash */
  readonly name: string;
  readonly url: string;
  readonly mimeType?: string;
  readonly lastModified?: number;
  readonly size?: number;
}

/** A cell, compiled. */
export interface SandboxCell {
  readonly key: string;
  readonly html: string;
  readonly code: readonly SandboxCode[];
}

export interface SandboxCode {
  readonly id: string;
  readonly definition: string;
  readonly firstLine: number;
}

/** Modules that the sandbox has itself, by address: "stdlib", "runtime" or "host". */
export type Aliases = Readonly<Record<string, string>>;

export interface StartMessage {
  readonly type: "start";
  readonly closure: Closure;
  readonly aliases: Aliases;
  readonly files: readonly FileInfo[];
  /** Address of the site's root, and of the page that was forked */
  readonly site: string;
  readonly address: string;
  /** Query of the address, without "?" */
  readonly search: string;
  readonly storage: Readonly<Record<string, string>>;
}

export interface CellsMessage {
  readonly type: "cells";
  /** Number of the run, given back when it has settled */
  readonly run: number;
  readonly changed: readonly SandboxCell[];
  readonly removed: readonly string[];
  /** Keys of all cells, in order */
  readonly order: readonly string[];
}

/** From the shell. */
export type ToSandbox =
  | StartMessage
  | CellsMessage
  | {readonly type: "layout"; readonly tops: readonly (readonly [string, number])[]}
  | {readonly type: "view"; readonly top: number; readonly height: number}
  | {readonly type: "focus"; readonly key: string}
  | {readonly type: "search"; readonly search: string}
  | {readonly type: "ping"; readonly n: number}
  | {readonly type: "answer"; readonly n: number; readonly value: unknown}
  | {readonly type: "refusal"; readonly n: number; readonly message: string};

export type CellState = "pending" | "ok" | "error";

/** From the sandbox. A number n asks for an answer. */
export type FromSandbox =
  | {readonly type: "ready"}
  | {readonly type: "settled"; readonly run: number}
  | {readonly type: "pong"; readonly n: number}
  | {readonly type: "heights"; readonly heights: readonly (readonly [string, number])[]}
  | {
      readonly type: "status";
      readonly key: string;
      readonly id: string;
      readonly state: CellState;
      readonly message?: string;
      /** Line within the code, from 0 */
      readonly line?: number;
    }
  | {readonly type: "load"; readonly n: number; readonly specifier: string}
  | {readonly type: "file"; readonly n: number; readonly url: string}
  | {readonly type: "address"; readonly search: string}
  | {readonly type: "store"; readonly key: string; readonly text: string | null}
  | {readonly type: "download"; readonly name: string; readonly blob: Blob}
  | {readonly type: "copy"; readonly n: number; readonly text: string}
  | {readonly type: "link"; readonly href: string}
  | {readonly type: "scroll"; readonly y: number}
  | {readonly type: "leave"; readonly key: string};
