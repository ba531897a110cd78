/** Links to notebooks as somebody with bad intentions makes them. */
import {deflateRawSync} from "node:zlib";

const packed = (text: string | Buffer) => `v1.${deflateRawSync(text).toString("base64url")}`;
export const linkOf = (source: string, fields: object = {}) =>
  packed(
    JSON.stringify({title: "T", path: "/pages/kv-cache", source, base: null, search: "", ...fields})
  );

/** Markup, scripts and code that would leave a mark where they ran. */
export const evil = `<img src=x onerror="globalThis.ran = 1; alert(1)"><script>globalThis.ran = 1; alert(2)</script>
<svg onload="globalThis.ran = 1"><image href=x onerror="globalThis.ran = 1"/></svg>

\`\`\`js
globalThis.ran = 1; alert(3); parent.ran = 1;
\`\`\`

[link](javascript:globalThis.ran=1) \${(globalThis.ran = 1)}
`;

/** Links that are refused, with a part of the sentence that says why. */
export const badLinks: readonly (readonly [what: string, hash: string, sentence: string])[] = [
  ["a bomb", packed(Buffer.alloc(300 * 1024 * 1024, 32)), "unpacks to more than 1 million"],
  ["other signs", "v1.<script>alert(1)</script>", "other signs"],
  ["random bytes", "v1.zzzzzzzz", "cannot be unpacked"],
  ["a cut end", linkOf("# A long enough text\n".repeat(50)).slice(0, 60), "is damaged"],
  ["no notebook", packed("[]"), "holds no notebook"],
  ["a page of another site", linkOf("# A\n", {path: "//evil.example/x"}), "names no page"],
  ["a page with markup in its name", linkOf("# A\n", {path: "/<img src=x>"}), "names no page"]
];
