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
