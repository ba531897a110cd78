/** Numbers and words out of the bytes of a GGUF file, never beyond their end. */

/** More of the file is needed than is at hand. */
export const NEEDS_MORE = "file ends inside its header";

/**
 * Reads a stretch of little-endian bytes from front to back.
 *
 * @throws RangeError NEEDS_MORE when it would read past the end
 * @see https://github.com/ggml-org/ggml/blob/master/docs/gguf.md
 * @example new ByteReader(new Uint8Array([7])).u8() // 7
 */
export class ByteReader {
  private readonly view: DataView;
  offset = 0;

  constructor(bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  private take(size: number): number {
    const at = this.offset;
    if (!(size >= 0) || at + size > this.view.byteLength) throw new RangeError(NEEDS_MORE);
    this.offset = at + size;
    return at;
  }

  u8(): number {
    return this.view.getUint8(this.take(1));
  }

  u32(): number {
    return this.view.getUint32(this.take(4), true);
  }

  /** Exact up to 2⁵³; larger values lose their last digits. */
  u64(): number {
    return Number(this.view.getBigUint64(this.take(8), true));
  }

  i64(): number {
    return Number(this.view.getBigInt64(this.take(8), true));
  }

  i8(): number {
    return this.view.getInt8(this.take(1));
  }

  u16(): number {
    return this.view.getUint16(this.take(2), true);
  }

  i16(): number {
    return this.view.getInt16(this.take(2), true);
  }

  i32(): number {
    return this.view.getInt32(this.take(4), true);
  }

  f32(): number {
    return this.view.getFloat32(this.take(4), true);
  }

  f64(): number {
    return this.view.getFloat64(this.take(8), true);
  }

  text(): string {
    const length = this.u64();
    const at = this.take(length);
    return new TextDecoder().decode(
      new Uint8Array(this.view.buffer, this.view.byteOffset + at, length)
    );
  }

  /** Passes over a text without reading it. */
  skipText(): void {
    this.take(this.u64());
  }

  skip(size: number): void {
    this.take(size);
  }
}
