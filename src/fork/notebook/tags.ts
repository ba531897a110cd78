/** Elements whose end tag may be left out, and those that have none. */
const loose = new Set(
  (
    "area base br col embed hr img input link meta param source track wbr " +
    "p li dt dd option optgroup tr td th thead tbody tfoot colgroup caption rp rt body html head"
  ).split(" ")
);
const drawn = /^(svg|path|circle|ellipse|rect|line|poly(gon|line)|use|stop|image|m[a-z]+)$/;
const silent = /<!--[^]*?(?:-->|$)|<(script|style|textarea|title)\b[^>]*>[^]*?<\/\1\s*>/gi;
const tag = /<(\/?)([a-z][a-z0-9-]*)((?:"[^"]*"|'[^']*'|[^"'>])*)>/gi;

/** The elements that stay open after a piece of HTML, outermost first, given those open before it. */
export function openElements(html: string, open: readonly string[] = []): readonly string[] {
  const stack = [...open];
  for (const [, slash, word = "", rest = ""] of html.replace(silent, "").matchAll(tag)) {
    const name = word.toLowerCase();
    if (slash) close(stack, name);
    else if (!loose.has(name) && !(rest.endsWith("/") && drawn.test(name))) stack.push(name);
  }
  return stack;
}

function close(stack: string[], name: string): void {
  const index = stack.lastIndexOf(name);
  if (index >= 0) stack.length = index;
}
