import {mkdtempSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {GGMLQuantizationType, gguf} from "@huggingface/gguf";
import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {parseGgufHeader, typeShares} from "../../../src/lib/gguf/header.js";
import {modelById} from "../../catalog-data.js";
import {ggufBytes, modelFile} from "./gguf-file.js";

const Q8_0 = 8;
const file = modelFile(modelById("qwen3-0.6b"), "qwen3", Q8_0);
const bytes = ggufBytes(file.metadata, file.tensors);

describe("parseGgufHeader", () => {
  it("agrees with @huggingface/gguf on keys, shapes and types", async () => {
    const folder = mkdtempSync(join(tmpdir(), "gguf-"));
    const path = join(folder, "qwen3.gguf");
    writeFileSync(path, bytes);
    const theirs = await gguf(path, {allowLocalFile: true});
    rmSync(folder, {recursive: true});
    const ours = parseGgufHeader(bytes)!;
    expect(ours.tensors.map(({name, shape, type}) => [name, shape, type])).toEqual(
      theirs.tensorInfos.map(({name, shape, dtype}) => [
        name,
        shape.map(Number),
        GGMLQuantizationType[dtype]
      ])
    );
    for (const [key, value] of ours.metadata) {
      if (key.endsWith(".length")) continue;
      expect(value, key).toEqual((theirs.metadata as Record<string, unknown>)[key]);
    }
    // the vocabulary is passed over, its length kept
    expect(ours.metadata.get("tokenizer.ggml.tokens.length")).toBe(5000);
  });

  it("any beginning of a file asks for more, and no more is needed than the header", () => {
    fc.assert(
      fc.property(fc.integer({min: 0, max: bytes.length - 1}), (length) => {
        expect(parseGgufHeader(bytes.subarray(0, length))).toBeNull();
      }),
      {numRuns: 50}
    );
    const longer = new Uint8Array(bytes.length + 1000);
    longer.set(bytes);
    expect(parseGgufHeader(longer)).toEqual(parseGgufHeader(bytes));
  });

  it("what is no GGUF file is told in one sentence", () => {
    const broken = (offset: number, values: readonly number[]) => {
      const copy = bytes.slice();
      copy.set(values, offset);
      return copy;
    };
    const text = new TextEncoder().encode('{"model_type": "llama"}');
    const cases: [Uint8Array, string][] = [
      [text, "not a GGUF file: it does not begin with GGUF"],
      [broken(4, [0, 0, 0, 3]), "big-endian GGUF files are not read"],
      [broken(4, [9]), "unknown version of GGUF: 9"],
      [broken(8, [0, 0, 0, 255]), "impossible number of tensors in GGUF file"],
      [broken(16, [0, 0, 255]), "impossible number of metadata entries in GGUF file"]
    ];
    for (const [input, message] of cases) expect(() => parseGgufHeader(input)).toThrow(message);
  });

  it("noise behind a good beginning gives a header, a request for more, or one sentence", () => {
    const noise = fc.uint8Array({minLength: 30, maxLength: 400});
    fc.assert(
      fc.property(noise, (tail) => {
        const input = new Uint8Array(24 + tail.length);
        input.set([71, 71, 85, 70, 3, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0]);
        input.set(tail, 24);
        try {
          parseGgufHeader(input);
        } catch (error) {
          expect((error as Error).message).toMatch(/^[^A-Z].*[^.]$/s);
        }
      })
    );
  });
});

describe("typeShares", () => {
  it("typeShares(tensors) gives exact bytes: Q8_0 is 34 bytes for 32 elements", () => {
    const {tensors} = parseGgufHeader(bytes)!;
    const [large, small] = typeShares(tensors);
    expect([large!.type, small!.type]).toEqual(["Q8_0", "F32"]);
    expect(large!.bytes).toBe((large!.nElements / 32) * 34);
    // 28 layers of two norms of 1,024 and two of 128, and the last norm
    expect(small!.bytes).toBe(4 * (28 * (2 * 1024 + 2 * 128) + 1024));
  });
});
