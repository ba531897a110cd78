import {describe, expect, it} from "vitest";
import {ByteReader, NEEDS_MORE} from "../../../src/lib/gguf/bytes.js";

describe("ByteReader", () => {
  it("reads numbers little-endian, one after the other, from a part of a buffer too", () => {
    const buffer = new Uint8Array(64);
    const view = new DataView(buffer.buffer);
    view.setUint16(8, 513, true);
    view.setInt32(10, -2, true);
    view.setFloat32(14, 0.5, true);
    view.setBigUint64(18, 2n ** 40n, true);
    view.setBigInt64(26, -3n, true);
    view.setFloat64(34, 1 / 3, true);
    const reader = new ByteReader(buffer.subarray(8));
    expect([reader.u16(), reader.i32(), reader.f32()]).toEqual([513, -2, 0.5]);
    expect([reader.u64(), reader.i64(), reader.f64()]).toEqual([2 ** 40, -3, 1 / 3]);
    expect(reader.offset).toBe(34);
  });

  it("reads and skips texts, and never reads past the end", () => {
    const bytes = Uint8Array.of(2, 0, 0, 0, 0, 0, 0, 0, 195, 164, 255);
    expect(new ByteReader(bytes).text()).toBe("ä");
    const reader = new ByteReader(bytes);
    reader.skipText();
    expect([reader.u8(), () => reader.u8()][0]).toBe(255);
    expect(() => reader.u8()).toThrow(NEEDS_MORE);
    expect(() => new ByteReader(bytes.subarray(0, 9)).text()).toThrow(NEEDS_MORE);
    const huge = new Uint8Array(8).fill(255);
    expect(() => new ByteReader(huge).skipText()).toThrow(NEEDS_MORE);
  });
});
