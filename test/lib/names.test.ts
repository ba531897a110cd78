import {expect, it} from "vitest";
import {articleFor, cardsInWords, shortDtype, shortGpuName} from "../../src/lib/names.js";
import {gpus} from "../catalog-data.js";

it("shortGpuName(name) drops maker, memory and brackets", () => {
  expect(shortGpuName("NVIDIA H100 SXM5 80GB")).toBe("H100 SXM5");
  expect(shortGpuName("NVIDIA A10G 24GB (AWS)")).toBe("A10G");
  expect(shortGpuName("Apple M4 Max (unified memory, largest option)")).toBe("M4 Max");
  expect(shortGpuName("NVIDIA GB200 (per GPU)")).toBe("GB200");
  expect(shortGpuName("Google TPU v5e")).toBe("TPU v5e");
  expect(shortGpuName("My card")).toBe("My card");
});

it("shortGpuName(name) keeps all cards of the catalog apart", () => {
  expect(new Set(gpus.map(({name}) => name)).size).toBe(48);
  for (const {name} of gpus) expect(shortGpuName(name).length, name).toBeGreaterThan(1);
});

it("articleFor(name) follows the sound of the first letter or word", () => {
  const names = ["H100", "A100", "L4", "MI300X", "RTX 4090", "B200", "GB200", "TPU v5e", "M4 Max"];
  expect(names.map((name) => `${articleFor(name)} ${name}`)).toEqual([
    "an H100",
    "an A100",
    "an L4",
    "an MI300X",
    "an RTX 4090",
    "a B200",
    "a GB200",
    "a TPU v5e",
    "an M4 Max"
  ]);
  expect(articleFor("Gaudi 3")).toBe("a");
  expect(articleFor("Orin")).toBe("an");
  expect(articleFor("My card")).toBe("a");
});

it("cardsInWords(gpuName, nGpus) counts more than one", () => {
  expect(cardsInWords("NVIDIA H100 SXM5 80GB", 1)).toBe("an H100 SXM5");
  expect(cardsInWords("NVIDIA H100 SXM5 80GB", 8)).toBe("8 × H100 SXM5");
  expect(cardsInWords("My card", 1)).toBe("my card");
});

it("shortDtype(weightDtype) leaves out scales and groups", () => {
  expect(shortDtype("bf16")).toBe("bf16");
  expect(shortDtype("fp8")).toBe("FP8");
  expect(shortDtype("int4-g128")).toBe("INT4");
});
