import {deflateRawSync} from "node:zlib";
import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {decodeLink, encodeLink, isLink, type Shared} from "../../../src/fork/notebook/link.js";
import {anyText} from "./arbitrary.js";

const shared = (source: string): Shared => ({
  title: "What if",
  path: "/pages/kv-cache",
  source,
  base: "0123456789abcdef",
  search: "ctx=8"
});

const packed = (text: string | Buffer) => `v1.${deflateRawSync(text).toString("base64url")}`;

describe("encodeLink(shared)", () => {
  it("carries a notebook there and back", async () => {
    await fc.assert(
      fc.asyncProperty(anyText, async (source) => {
        const whole = Buffer.from(source).toString();
        const hash = await encodeLink(shared(whole));
        expect(hash).toMatch(/^v1\.[\w-]+$/);
        expect(isLink(hash)).toBe(true);
        expect(await decodeLink(hash)).toEqual(shared(whole));
      }),
      {numRuns: 50}
    );
  });

  it("packs a page of 16,000 characters into a third", async () => {
    const source = Array.from({length: 400}, (_, i) => `const value${i} = ${i} * factor;`).join(
      "\n"
    );
    expect((await encodeLink(shared(source))).length).toBeLessThan(source.length / 3);
  });
});

describe("decodeLink(hash)", () => {
  it.each([
    ["signs that do not belong", "v1.<img onerror=alert(1)>", "other signs"],
    ["nothing", "v1.", "other signs"],
    ["random bytes", "v1.AAAA_-AAAA", "cannot be unpacked"],
    [
      "a cut link",
      packed(JSON.stringify(shared("x".repeat(2000)))).slice(0, 30),
      "cannot be unpacked"
    ],
    ["no JSON", packed("hello"), "cut off"],
    ["another value", packed("null"), "holds no notebook"],
    ["no source", packed('{"path": "/pages/x"}'), "holds no notebook"],
    [
      "a path elsewhere",
      packed('{"source": "", "path": "https://evil.example/"}'),
      "names no page"
    ],
    ["a path upward", packed('{"source": "", "path": "/../x"}'), "names no page"],
    [
      "a base that is no hash",
      packed('{"source": "", "path": "/x", "base": "<b>"}'),
      "its original"
    ],
    ["bytes that are no text", packed(Buffer.from([0xff, 0xfe, 0xff])), "cannot be unpacked"]
  ])("refuses %s with a sentence", async (_, hash, sentence) => {
    await expect(decodeLink(hash)).rejects.toThrow(sentence);
  });

  it("cuts a bomb off", async () => {
    const bomb = packed(Buffer.alloc(200 * 1024 * 1024, 97));
    expect(bomb.length).toBeLessThan(400_000);
    await expect(decodeLink(bomb)).rejects.toThrow("more than 1 million characters");
  });

  it("takes a body of 100 KB", async () => {
    const source = "word ".repeat(20_000);
    expect((await decodeLink(await encodeLink(shared(source)))).source).toBe(source);
  });
});
