import {createHash} from "node:crypto";
import fc from "fast-check";
import {expect, it} from "vitest";
import {sha256} from "../../../src/fork/notebook/sha256.js";

it("sha256(text) gives the published example", () => {
  // FIPS 180-4 example: https://csrc.nist.gov/csrc/media/projects/cryptographic-standards-and-guidelines/documents/examples/sha256.pdf
  expect(sha256("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});

it("sha256(text) equals node's at every length around a block", () => {
  fc.assert(
    fc.property(fc.string({unit: "grapheme", maxLength: 200}), (text) => {
      expect(sha256(text)).toBe(createHash("sha256").update(text).digest("hex"));
    })
  );
  for (let n = 50; n < 130; ++n)
    expect(sha256("x".repeat(n))).toBe(createHash("sha256").update("x".repeat(n)).digest("hex"));
});
