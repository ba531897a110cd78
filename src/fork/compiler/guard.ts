import {
  parse,
  type ImportExpression,
  type MetaProperty,
  type NewExpression,
  type Node
} from "acorn";
import {simple} from "acorn-walk";

/** A replacement of a stretch of text; start and end may be equal. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * A cell's definition as the sandbox runs it: loops ask for leave to go on, imports go through the
 * sandbox's own loader, and what stands for the page's address means the original's.
 */
export function guarded(definition: string): string {
  const edits: Edit[] = [];
  const loop = (node: {readonly body: Node}) => edits.push(...loopEdits(node));
  simple(parse(definition, {ecmaVersion: "latest", sourceType: "module"}), {
    ForStatement: loop,
    ForInStatement: loop,
    ForOfStatement: loop,
    WhileStatement: loop,
    DoWhileStatement: loop,
    ImportExpression: ({start}: ImportExpression) =>
      edits.push({start, end: start + "import".length, text: "__lab.load"}),
    MetaProperty: ({start, end, meta}: MetaProperty) => {
      if (meta.name === "import") edits.push({start, end, text: "__lab.meta"});
    },
    NewExpression: (node: NewExpression) => edits.push(...addressEdits(node))
  });
  return applied(edits, definition);
}

function loopEdits({body}: {readonly body: Node}): Edit[] {
  if (body.type === "BlockStatement")
    return [{start: body.start + 1, end: body.start + 1, text: "__lab.tick();"}];
  return [
    {start: body.start, end: body.start, text: "{__lab.tick();"},
    {start: body.end, end: body.end, text: "}"}
  ];
}

/** `new URL("…", location)`, which Framework makes of import.meta.resolve. */
function addressEdits({callee, arguments: [, base]}: NewExpression): Edit[] {
  if (callee.type !== "Identifier" || callee.name !== "URL") return [];
  if (base?.type !== "Identifier" || base.name !== "location") return [];
  return [{start: base.start, end: base.end, text: "__lab.address"}];
}

/** Text with edits made. */
function applied(edits: readonly Edit[], text: string): string {
  const ordered = edits.map((edit, i) => ({...edit, i})).sort(byPlace);
  let result = "";
  let at = 0;
  for (const {start, end, text: replacement} of ordered) {
    result += text.slice(at, start) + replacement;
    at = Math.max(at, end);
  }
  return result + text.slice(at);
}

type Ordered = Edit & {readonly i: number};

/** Inner nodes are visited first: at one place what belongs to an outer one stands before it. */
function byPlace(a: Ordered, b: Ordered): number {
  return a.start - b.start || b.i - a.i;
}
