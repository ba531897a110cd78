/** Types of modules that bring none: Framework's own, its built-in libraries, Observable's runtime. */

declare module "npm:@observablehq/inputs" {
  /** A form control whose `value` follows the reader; it emits `input` events. */
  export type Input<T> = HTMLElement & {value: T};
  interface InputOptions<T> {
    label?: string | Node;
    value?: T;
    disabled?: boolean;
    width?: number | string;
  }
  interface ChoiceOptions<T, V> extends InputOptions<V> {
    format?: (choice: T, index: number) => string | Node;
    keyof?: (choice: T, index: number) => string;
    valueof?: (choice: T, index: number) => unknown;
    sort?: boolean | string | ((a: T, b: T) => number);
    unique?: boolean;
    size?: number;
    multiple?: boolean | number;
  }
  interface NumberOptions extends InputOptions<number> {
    step?: number;
    format?: (value: number) => string | number;
    placeholder?: string;
    transform?: (value: number) => number;
    invert?: (value: number) => number;
    validate?: (input: HTMLInputElement) => boolean;
  }
  interface TextOptions extends InputOptions<string> {
    type?: string;
    placeholder?: string;
    pattern?: string;
    spellcheck?: boolean;
    autocomplete?: boolean | string;
    datalist?: Iterable<string>;
    submit?: boolean | string;
    rows?: number;
    resize?: boolean;
    minlength?: number;
    maxlength?: number;
    required?: boolean;
    readonly?: boolean;
    monospace?: boolean;
  }
  interface TableOptions<T> {
    columns?: readonly (keyof T & string)[];
    header?: Partial<Record<keyof T & string, string | Node>>;
    format?: Partial<Record<keyof T & string, (value: never, i: number, data: T[]) => unknown>>;
    align?: Partial<Record<keyof T & string, "left" | "center" | "right">>;
    width?: number | Partial<Record<keyof T & string, number>>;
    sort?: string;
    reverse?: boolean;
    rows?: number;
    height?: number;
    maxHeight?: number;
    maxWidth?: number;
    layout?: "fixed" | "auto";
    select?: boolean;
    multiple?: boolean;
    required?: boolean;
    value?: unknown;
  }
  type Choices<T> = Iterable<T> | Map<string, T> | Record<string, T>;
  export function button(content?: unknown, options?: object): Input<unknown>;
  export function checkbox<T>(choices: Choices<T>, options?: ChoiceOptions<T, T[]>): Input<T[]>;
  export function radio<T>(choices: Choices<T>, options?: ChoiceOptions<T, T>): Input<T>;
  export function select<T>(choices: Choices<T>, options?: ChoiceOptions<T, T>): Input<T>;
  export function toggle(options?: InputOptions<boolean>): Input<boolean>;
  export function number(extent?: [number, number], options?: NumberOptions): Input<number>;
  export function number(options?: NumberOptions): Input<number>;
  export function range(extent?: [number, number], options?: NumberOptions): Input<number>;
  export function search<T>(data: Iterable<T>, options?: object): Input<T[]>;
  export function table<T>(data: Iterable<T>, options?: TableOptions<T>): Input<T[]>;
  export function text(options?: TextOptions): Input<string>;
  export function textarea(options?: TextOptions): Input<string>;
  export function form<T extends Record<string, Input<unknown>>>(
    inputs: T,
    options?: {template?: (inputs: T) => Node}
  ): Input<{[K in keyof T]: T[K]["value"]}>;
  export function input<T>(value: T): EventTarget & {value: T};
  export function bind<T extends EventTarget>(
    target: T,
    source: EventTarget,
    invalidation?: Promise<unknown>
  ): T;
}

declare module "npm:@observablehq/stdlib" {
  export interface FileHandle {
    readonly name: string;
    readonly href: string;
    url(): Promise<string>;
    text(): Promise<string>;
    json(): Promise<unknown>;
    arrayBuffer(): Promise<ArrayBuffer>;
    csv(options?: {array?: boolean; typed?: boolean}): Promise<Record<string, unknown>[]>;
  }
  export function FileAttachment(name: string, base?: string): FileHandle;
  export function resize(render: (width: number, height: number) => Node): Node;
  export const Generators: {
    input<T>(element: {value: T} & EventTarget): AsyncGenerator<T>;
    observe<T>(initialize: (change: (value: T) => void) => (() => void) | void): AsyncGenerator<T>;
    queue<T>(initialize: (change: (value: T) => void) => (() => void) | void): AsyncGenerator<T>;
    dark(): AsyncGenerator<boolean>;
    now(): Generator<number>;
    width(element: Element): AsyncGenerator<number>;
  };
  export function Mutable<T>(value: T): {value: T};
}

declare module "npm:htl" {
  interface Template {
    <T extends Node = HTMLElement>(strings: TemplateStringsArray, ...values: unknown[]): T;
    fragment(strings: TemplateStringsArray, ...values: unknown[]): DocumentFragment;
  }
  interface SvgTemplate {
    <T extends Node = SVGElement>(strings: TemplateStringsArray, ...values: unknown[]): T;
    fragment(strings: TemplateStringsArray, ...values: unknown[]): DocumentFragment;
  }
  export const html: Template;
  export const svg: SvgTemplate;
}

declare module "npm:isoformat" {
  export function format(date: Date, fallback?: string): string;
  export function parse(text: string): Date;
}

declare module "@observablehq/framework/dist/libraries.js" {
  export function getImplicitDownloads(imports: Iterable<string>): Set<string>;
  export function getImplicitFileImports(methods: Iterable<string>): Set<string>;
  export function getImplicitInputImports(inputs: Iterable<string>): Set<string>;
}

declare module "@observablehq/framework/dist/markdown.js" {
  import type {Node} from "acorn";
  /** A cell's code as Framework's parser sees it. */
  export interface CellCode {
    body: Node;
    declarations: Identifier[] | null;
    references: Identifier[];
    files: {name: string; method?: string; node: Node}[];
    imports: {name: string; type: "local" | "global"; method: "static" | "dynamic" | "resolve"}[];
    expression: boolean;
    async: boolean;
    input: string;
  }
  export interface Identifier {
    name: string;
    start: number;
    end: number;
  }
  export interface Cell {
    id: string;
    node: CellCode;
    mode: "block" | "inline" | "jsx";
  }
  export interface Page {
    title: string | null;
    body: string;
    data: Record<string, unknown>;
    code: Cell[];
    path: string;
  }
  export interface Token {
    type: string;
    tag: string;
    info: string;
    content: string;
    map: [number, number] | null;
    children: Token[] | null;
  }
  type Rule = (tokens: Token[], i: number, options: object, env: object, self: object) => string;
  export interface MarkdownIt {
    options: object;
    renderer: {
      rules: Record<string, Rule>;
      render(tokens: Token[], options: object, env: object): string;
    };
    parse(source: string, env: object): Token[];
  }
  export function createMarkdownIt(options?: object): MarkdownIt;
  export function parseMarkdown(source: string, options: {md: MarkdownIt; path: string}): Page;
}

declare module "@observablehq/framework/dist/html.js" {
  export function findAssets(
    html: string,
    path: string
  ): {anchors: Set<string>; localLinks: Set<string>; files: Set<string>};
}

declare module "@observablehq/framework/dist/info.js" {
  export function parseInfo(info: string): {tag: string; attributes: Record<string, string>};
}

declare module "@observablehq/framework/dist/loader.js" {
  export class LoaderResolver {
    constructor(options: {root: string});
    find(path: string): object | undefined;
  }
}

declare module "@observablehq/framework/dist/javascript/parse.js" {
  import type {Program} from "acorn";
  export function parseProgram(source: string): Program;
}

declare module "@observablehq/framework/dist/javascript/module.js" {
  export function findModule(root: string, path: string): {path: string} | undefined;
  export function readJavaScriptSync(file: string): string;
  export function getModuleInfo(
    root: string,
    path: string
  ):
    | {
        files: Set<string>;
        fileMethods: Set<string>;
        localStaticImports: Set<string>;
        localDynamicImports: Set<string>;
        globalStaticImports: Set<string>;
        globalDynamicImports: Set<string>;
      }
    | undefined;
}

declare module "@observablehq/framework/dist/client/stdlib/recommendedLibraries.js" {
  const libraries: Record<string, () => Promise<unknown>>;
  export = libraries;
}

declare module "@observablehq/framework/dist/client/stdlib/sampleDatasets.js" {
  const datasets: Record<string, () => Promise<unknown>>;
  export = datasets;
}

declare module "@observablehq/framework/dist/javascript/transpile.js" {
  import type {CellCode} from "@observablehq/framework/dist/markdown.js";
  export function transpileJavaScript(
    node: CellCode,
    options: {
      id: string;
      path: string;
      mode: string;
      resolveImport: (specifier: string) => string;
      resolveFile?: (name: string) => string;
    }
  ): string;
}
