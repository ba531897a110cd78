import {describe, expect, it} from "vitest";
import {customGpu, fromGpuRow, gpusFromRows, programBytes} from "../../src/lib/gpu.js";

const row = {
  id: "h100-sxm",
  name: "NVIDIA H100 SXM5 80GB",
  memoryBytes: 85899345920,
  reportedUsableBytes: 85018877624,
  driverReportedBytes: 85520809984,
  memoryBytesPerSecond: 3.35e12,
  bf16DenseTflops: 989,
  fp8DenseTflops: 1979,
  int8DenseTops: 1979,
  fp4DenseTflops: null,
  linkOneWayBytesPerSecond: 450e9,
  linkNote: "NVLink 4",
  tdpWatts: 700,
  source: "data sheet",
  retrieved: "2026-11-29",
  verified: true,
  unverified: "",
  notes: []
};

describe("fromGpuRow(row)", () => {
  it("converts to base units", () => {
    const gpu = fromGpuRow(row);
    expect(gpu.flopsPerSecond).toEqual({bf16: 989e12, fp8: 1979e12, int8: 1979e12, fp4: null});
    expect(gpu.hbmBytesPerSecond).toBe(3.35e12);
    expect(gpu.interconnectBytesPerSecond).toBe(450e9);
  });
  it("takes the driver's memory, else the usable one, else the chip's", () => {
    expect(fromGpuRow(row).hbmBytes).toBe(81559 * 2 ** 20); // nvidia-smi prints 81559 MiB
    expect(fromGpuRow({...row, driverReportedBytes: null}).hbmBytes).toBe(85018877624);
    expect(
      fromGpuRow({...row, driverReportedBytes: null, reportedUsableBytes: null}).hbmBytes
    ).toBe(80 * 2 ** 30);
    expect(fromGpuRow(row).hbmBytesNominal).toBe(80 * 2 ** 30);
  });
  it("keeps a row without memory", () => {
    const gpu = fromGpuRow({
      ...row,
      memoryBytes: null,
      driverReportedBytes: null,
      reportedUsableBytes: null
    });
    expect(gpu.hbmBytes).toBeNull();
    expect(() => programBytes(gpu)).toThrow("no published memory size: NVIDIA H100 SXM5 80GB");
  });
  it("names the row and the field of a bad value", () => {
    expect(() => fromGpuRow({...row, bf16DenseTflops: -1})).toThrow(
      new RangeError("invalid bf16DenseTflops of h100-sxm: -1")
    );
    expect(() => fromGpuRow({...row, memoryBytes: 80})).toThrow(
      "invalid memoryBytes of h100-sxm: 80"
    );
    expect(() => fromGpuRow({...row, tdpWatts: "700"})).toThrow(
      "invalid tdpWatts of h100-sxm: 700"
    );
    expect(() => fromGpuRow({...row, memoryBytesPerSecond: null})).toThrow(
      "missing memoryBytesPerSecond of h100-sxm"
    );
    expect(() => fromGpuRow({...row, source: ""})).toThrow("missing source of h100-sxm");
    expect(() => fromGpuRow({...row, retrieved: "yesterday"})).toThrow(
      "invalid retrieved of h100-sxm: yesterday"
    );
    expect(() => fromGpuRow(null)).toThrow("invalid gpu row: null");
  });
});

describe("gpusFromRows(rows)", () => {
  it("refuses what is no list and ids that occur twice", () => {
    expect(() => gpusFromRows({})).toThrow("not a list");
    expect(() => gpusFromRows([row, row])).toThrow("repeated gpu id: h100-sxm");
  });
});

describe("customGpu(card)", () => {
  it("has the reader's figures and is marked as theirs", () => {
    const gpu = customGpu({hbmBytes: 24e9, hbmBytesPerSecond: 1e12, flopsPerSecond: 1e14});
    expect([gpu.id, gpu.hbmBytes, gpu.flopsPerSecond.bf16, gpu.flopsPerSecond.fp8]).toEqual([
      "own",
      24e9,
      1e14,
      null
    ]);
    expect(gpu.verified).toBe(false);
    expect(gpu.interconnectBytesPerSecond).toBeNull();
  });
  it("refuses zero, negative and missing figures by name", () => {
    const card = {hbmBytes: 24e9, hbmBytesPerSecond: 1e12, flopsPerSecond: 1e14};
    expect(() => customGpu({...card, hbmBytesPerSecond: 0})).toThrow(
      "invalid hbmBytesPerSecond of own card: 0"
    );
    expect(() => customGpu({...card, hbmBytes: NaN})).toThrow("invalid hbmBytes of own card: NaN");
  });
});

it("programBytes(gpu) is the memory a program can see", () => {
  expect(programBytes(fromGpuRow(row))).toBe(85520809984);
});
