/** Types of Framework's own modules that only the fork engine uses; they merge with modules.d.ts. */

declare module "@observablehq/framework/dist/markdown.js" {
  export interface Token {
    level: number;
    nesting: number;
  }
  export interface MarkdownIt {
    core: {ruler: {disable(names: string[]): void}};
  }
}

declare module "@observablehq/framework/dist/placeholder.js" {
  export function parsePlaceholder(
    input: string,
    start?: number,
    end?: number
  ): Iterable<{type: "html_block" | "placeholder"; content: string; pos: number}>;
}

declare module "@observablehq/framework/dist/path.js" {
  export function resolvePath(source: string, target: string): string;
}

declare module "@observablehq/framework/dist/client/main.js" {
  export interface Observer {
    _node?: Element;
    pending?(): void;
    fulfilled?(value: unknown): void;
    rejected?(error: unknown): void;
  }
  export interface Variable {
    _promise: Promise<unknown>;
    _reachable: boolean;
  }
  export interface Module {
    variable(observer?: Observer | true, options?: object): Variable;
    builtin(name: string, value: unknown): void;
  }
  export const main: Module;
  export const runtime: {
    _variables: Set<Variable>;
    _dirty: Set<Variable>;
    _updates: Set<Variable>;
    _computing: Promise<void> | null;
  };
  export function define(cell: object): void;
  export function undefine(id: string): void;
  export function findRoots(root: Node): Map<string, Comment>;
  export function findLoading(root: Comment): Element | null;
  export function registerRoot(id: string, root: Comment | null): void;
}

declare module "@observablehq/framework/dist/client/stdlib.js" {
  export interface FileHandle {
    readonly name: string;
    readonly href: string;
    url(): Promise<string>;
  }
  export interface FileAttachment {
    (name: string, base?: string): FileHandle;
    prototype: FileHandle;
  }
  export const FileAttachment: FileAttachment;
  export function registerFile(
    name: string,
    info: {
      name: string;
      path: string;
      mimeType?: string;
      lastModified?: number;
      size?: number;
    } | null,
    base?: string
  ): void;
}

declare module "@observablehq/framework/dist/client/runtime.js" {
  export const Runtime: unknown;
}

declare module "*.css" {
  const text: string;
  export default text;
}
