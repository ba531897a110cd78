/** Public reports of wrong cache sizes: inputs, the wrong figure, the right one, what was mistaken. */

import type {KvDtype} from "../dtype.js";
import {groupLayers} from "../layers.js";
import type {AttentionMixer} from "../model.js";
import type {SlipModel, SlipName} from "./slips.js";

export type CaseUnit = "B/token" | "MiB" | "GiB" | "GB";

export interface CaseRow {
  readonly what: string;
  readonly source: string;
  /** Id in the catalog, or a shape for a model that it does not have */
  readonly model: string | SlipModel;
  /** Draft layers that the report counts among the layers */
  readonly nDrafts?: number;
  /** 16 bits unless the report says otherwise */
  readonly dtype?: KvDtype;
  /** null for the bytes that a long context grows by a token */
  readonly contextTokens: number | null;
  readonly nSequences?: number;
  /** -ub, where the report is about llama.cpp's cells */
  readonly nUbatch?: number;
  readonly slips: readonly SlipName[];
  /** Elements taken for so many times as wide */
  readonly tooWide?: number;
  readonly unit: CaseUnit;
  readonly wrong: number;
  /** null where the report has none for the same thing */
  readonly right: number | null;
  /** Digits after the point that the wrong figure is printed with */
  readonly decimals: number;
  readonly note?: string;
}

const toolchest = "https://github.com/tmac1973/llama-toolchest/issues/58";
const hfMem = "https://github.com/alvarobartt/hf-mem/issues";

type Heads = Pick<AttentionMixer, "nHeads" | "nKvHeads" | "headDim"> & {
  readonly nLayers: number;
  readonly window?: number;
};

/** Layers of plain attention, for models that the catalog does not have. */
function shapeOf(hiddenSize: number, kinds: readonly Heads[]): SlipModel {
  const layers = kinds.flatMap(({nLayers, window, ...heads}) => {
    const mixer: AttentionMixer = {
      kind: "attention",
      ...heads,
      vHeadDim: heads.headDim,
      window: window === undefined ? null : {kind: "sliding", tokens: window},
      ownsKv: true,
      qkvBias: false,
      outputBias: false,
      qkNorm: "none",
      sinks: false,
      sharedKvProjection: false,
      outputGate: false
    };
    return Array.from({length: nLayers}, () => ({mixer, mlps: [], nNorms: 0}));
  });
  return {hiddenSize, ...groupLayers(layers)};
}

const gemma4With12B = shapeOf(3840, [
  {nLayers: 40, nHeads: 16, nKvHeads: 8, headDim: 256, window: 1024},
  {nLayers: 8, nHeads: 16, nKvHeads: 1, headDim: 512}
]);
const windowsOfE4B = shapeOf(2560, [
  {nLayers: 20, nHeads: 8, nKvHeads: 2, headDim: 256, window: 512}
]);
const llama30B = shapeOf(6656, [{nLayers: 60, nHeads: 52, nKvHeads: 52, headDim: 128}]);

type Inputs = Omit<CaseRow, "what" | "source" | "slips" | "unit" | "wrong" | "right" | "decimals">;
type Figures = Pick<CaseRow, "unit" | "wrong" | "right"> & {readonly decimals?: number};

function row(
  what: string,
  source: string,
  {slips = [], ...rest}: Inputs & Figures & {readonly slips?: readonly SlipName[]}
): CaseRow {
  return {what, source, decimals: 2, slips, ...rest};
}

/** One row a wrong figure. */
export const published: readonly CaseRow[] = [
  row("Qwen3-0.6B, 40,960 tokens", toolchest, {
    ...{model: "qwen3-0.6b", contextTokens: 40_960, slips: ["head width"]},
    ...{unit: "GiB", wrong: 2.19, right: 4.38}
  }),
  row("Qwen3-32B, one token", "https://github.com/QingyaFan/blog/issues/190", {
    ...{model: "qwen3-32b", contextTokens: 1, slips: ["head width"]},
    ...{unit: "B/token", wrong: 163_840, right: 262_144, decimals: 0}
  }),
  row("DeepSeek-V3.1, 163,840 tokens", toolchest, {
    ...{model: "deepseek-v3", contextTokens: 163_840, slips: ["latent as a head"]},
    ...{unit: "GiB", wrong: 2.08, right: 10.72},
    note: "files name one KV head for a latent, so the tool took 7,168 / 128 = 56 for its width"
  }),
  row("Kimi-K2.5, 262,144 tokens", toolchest, {
    ...{model: "kimi-k2.5", contextTokens: 262_144, slips: ["latent as a head"]},
    ...{unit: "GiB", wrong: 6.67, right: 17.16}
  }),
  row("GLM-5, 202,752 tokens", toolchest, {
    ...{model: "glm-5", nDrafts: 1, contextTokens: 202_752, slips: ["latent as a head"]},
    ...{unit: "GiB", wrong: 5.73, right: 17.18},
    note: "79 blocks with the draft layer; ours counts the index keys too, which the report leaves out"
  }),
  row("DeepSeek-V3, one token", "https://github.com/LMCache/LMCache/pull/694", {
    ...{model: "deepseek-v3", contextTokens: 1, slips: ["latent twice"]},
    ...{unit: "B/token", wrong: 124_928, right: 70_272, decimals: 0}
  }),
  row("DeepSeek-V4-Flash, a token", "https://github.com/spark-arena/sparkrun/issues/247", {
    ...{model: "deepseek-v4-flash", contextTokens: null, slips: ["entries a token"]},
    ...{unit: "B/token", wrong: 88_064, right: null, decimals: 0},
    note: "in 16 bits; FP8 entries grow by 3,850 B. Another engine measured 15.57 KB with its own pools"
  }),
  row("gpt-oss-20b, 131,072 tokens", "https://github.com/gpustack/gguf-parser-go/issues/32", {
    ...{model: "gpt-oss-20b", contextTokens: 131_072, slips: ["no windows"]},
    ...{unit: "GiB", wrong: 6, right: 3},
    note: "the report's right figure leaves out the windows"
  }),
  row("gpt-oss-20b, 32 sequences of 8,192", `${hfMem}/70`, {
    ...{model: "gpt-oss-20b", contextTokens: 8192, nSequences: 32, slips: ["no windows"]},
    ...{unit: "GiB", wrong: 12, right: 6.09}
  }),
  row("gpt-oss-120b, one token", `${hfMem}/60`, {
    ...{model: "gpt-oss-120b", contextTokens: 1, slips: ["windows forgotten"]},
    ...{unit: "B/token", wrong: 36_864, right: 73_728, decimals: 0},
    note: "36,864 is what a long context grows by, 73,728 what a token takes while windows fill"
  }),
  row("Gemma-3-1B, 32,768 tokens", "https://github.com/lablup/mlxcel/pull/172", {
    ...{model: "gemma-3-1b", contextTokens: 32_768, slips: ["no windows"]},
    ...{unit: "MiB", wrong: 832, right: 139, decimals: 0}
  }),
  row("Gemma-4-12B, a token", "https://github.com/raullenchai/Rapid-MLX/pull/1423", {
    ...{model: gemma4With12B, contextTokens: null, slips: ["window heads"]},
    ...{unit: "B/token", wrong: 131_072, right: 16_384, decimals: 0}
  }),
  row("Gemma-4-12B, 131,072 tokens in q8_0", toolchest, {
    ...{model: gemma4With12B, dtype: "q8_0", contextTokens: 131_072},
    slips: ["query heads", "head width", "no windows"],
    ...{unit: "GB", wrong: 58, right: null, decimals: 0},
    note: "58 GB are of the whole program: weights, which are not printed, make up the rest; 24 GB were measured"
  }),
  row("Gemma-4-E4B, windows, 4,096 tokens", "https://github.com/qualcomm/GenieX/issues/1346", {
    ...{model: windowsOfE4B, contextTokens: 4096, nUbatch: 1024, slips: ["no windows"]},
    ...{unit: "MiB", wrong: 160, right: 60, decimals: 0}
  }),
  ...ollamaRows(),
  row("Gemma-4-31B, a token", "https://github.com/redhat-performance/configiq/issues/112", {
    ...{model: "gemma-4-31b", contextTokens: null, slips: ["no windows"]},
    ...{unit: "B/token", wrong: 901_120, right: null, decimals: 0},
    note: "printed as 880 KiB; the engine's memory over its tokens was 108.2 KiB, windows and all"
  }),
  row("LLaMA-30B, 512 tokens", "https://github.com/abetlen/llama-cpp-python/issues/66", {
    ...{model: llama30B, contextTokens: 512, tooWide: 2},
    ...{unit: "MiB", wrong: 1560, right: 780, decimals: 0}
  })
];

/** Four lengths of one report: every layer at the full context, and as wide as the full ones. */
function ollamaRows(): CaseRow[] {
  const figures = [
    [4, 1.76, 0.4],
    [8, 3.52, 0.48],
    [32, 14.09, 0.99],
    [128, 56.37, 3]
  ] as const;
  const source = "https://github.com/ollama/ollama/pull/16958";
  return figures.map(([kibi, wrong, right]) =>
    row(`Gemma-4-26B-A4B in ollama, ${kibi}K tokens`, source, {
      ...{model: "gemma-4-26b-a4b", contextTokens: kibi * 1024, nUbatch: 512},
      slips: ["one geometry", "no windows"],
      ...{unit: "GB", wrong, right}
    })
  );
}
