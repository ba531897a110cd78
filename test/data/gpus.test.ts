import {execFileSync} from "node:child_process";
import {readFileSync} from "node:fs";
import {describe, expect, it} from "vitest";
import {gpusFromRows, type GpuSpec} from "../../src/lib/gpu.js";

const raw: unknown = JSON.parse(
  readFileSync(new URL("../../src/data/raw/gpus.json", import.meta.url), "utf8")
);
const gpus = gpusFromRows(raw);

function gpu(id: string): GpuSpec {
  const found = gpus.find((row) => row.id === id);
  if (!found) throw new Error(`unknown gpu: ${id}`);
  return found;
}

describe("gpus.json", () => {
  it("has 48 rows, each with source and date", () => {
    expect(gpus.length).toBe(48);
    for (const {source, retrieved} of gpus) expect([source, retrieved]).not.toContain("");
  });
  it("says in words what was not read wherever a row is not verified in full", () => {
    for (const row of gpus) if (!row.verified) expect(row.unverified, row.id).not.toBe("");
  });
  it("lists the two cards without a published memory size", () => {
    expect(gpus.filter(({hbmBytes}) => hbmBytes === null).map(({id}) => id)).toEqual([
      "m5-pro",
      "m5-max"
    ]);
  });
  it("sees what the driver reports", () => {
    // nvidia-smi totals in MiB
    expect(gpu("h100-sxm").hbmBytes).toBe(81559 * 2 ** 20);
    expect(gpu("h200").hbmBytes).toBe(143771 * 2 ** 20);
    expect(gpu("b200").hbmBytes).toBe(183359 * 2 ** 20);
    expect(gpu("l4").hbmBytes).toBe(23034 * 2 ** 20);
    // a vLLM log on a 3090 shows 23.58 GiB
    expect((gpu("rtx-3090").hbmBytes ?? NaN) / 2 ** 30).toBeCloseTo(23.58, 2);
  });
  it("has dense peaks only: 16-bit is never above 8-bit where the 8-bit unit is a full one", () => {
    for (const {id, flopsPerSecond} of gpus) {
      const {bf16, fp8} = flopsPerSecond;
      if (bf16 === null || fp8 === null || id === "tpu-v6e") continue; // v6e lists 920 and 918
      expect(fp8, id).toBeGreaterThanOrEqual(bf16);
    }
  });
  it("is what the loader prints", () => {
    const out = execFileSync("npx", ["tsx", "src/data/gpus.json.ts"], {encoding: "utf8"});
    expect(JSON.parse(out)).toEqual(JSON.parse(JSON.stringify(gpus)));
  });
});
