import fc from "fast-check";

const pieces = [
  "# Title\n\n",
  "## Part\n\nWords with `${twice}` in them: ${twice}.\n\n",
  "Setext\n======\n\n",
  "- one\n- two\n\n  ```js\n  not(level, zero)\n  ```\n\n",
  "> quoted\n\n",
  "---\n\n",
  "[link]: https://example.org\n\n",
  "See [link].\n\n",
  "```js\nconst a = 1;\n```\n\n",
  "```js echo\ndisplay(a)\n```\n",
  "~~~ts\nconst b: number = 2;\n~~~\n\n",
  "````md run=false\n```js\nfenced(inside)\n```\n````\n\n",
  "```js run=false\nconst off = 1;\n```\n",
  "```tex\n\\frac{1}{2}\n```\n\n",
  "```html\n<b>${a}</b>\n```\n\n",
  "```python\nprint(1)\n```\n\n",
  '<div class="grid">\n\n',
  '<div class="card">${html`<div>`}</div>\n\n',
  "</div>\n\n",
  "<!-- <div> -->\n\n",
  "<details><summary>More</summary>\n\n",
  "</details>\n\n",
  "    indented\n\n",
  "\n",
  "text without end",
  "```js\nunclosed(",
  "\r\n",
  "line\r\nline\r\n\r\n",
  "\r",
  "${a}\n",
  "\u0000\u2028 émoji 🙂\n\n",
  "<script>\nif (1 < 2) {}\n\n</script>\n\n",
  "<svg><path/></svg>\n\n"
];

const frontMatters = ["", "", "---\ntitle: A\n---\n", "---\ntitle: A\r\n---\r\n", "---\n"];

/** Pages, well and badly formed. */
export const pages = fc
  .tuple(
    fc.constantFrom(...frontMatters),
    fc.array(fc.constantFrom(...pieces), {maxLength: 14}),
    fc.boolean()
  )
  .map(([frontMatter, body]) => frontMatter + body.join(""));

/** Cells that leave nothing open and end in a blank line. */
export const cells = fc.constantFrom(
  ...pieces.filter((piece) => /^[#`~]/.test(piece) && piece.endsWith("\n\n"))
);

export const anyText = fc.oneof(pages, fc.string({unit: "binary", maxLength: 60}));
