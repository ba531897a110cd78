import type {CatalogLinear, CatalogRow} from "./catalog-row.js";
import type {AttentionMixer, AttentionWindow, Mixer, SparseIndexer, StateMixer} from "./model.js";

/**
 * The token mixer of layer `index` of a catalog row, by the letter of the row's layout.
 *
 * @throws when the row names a linear layer of a kind that is not known
 * @example catalogMixer({attention: {}, details: {layout: "-"}}, 0) // {"kind": "none"}
 */
export function catalogMixer(row: CatalogRow, index: number): Mixer {
  const letter = layerLetter(row, index);
  if (letter === "-" || letter === "E") return {kind: "none"};
  if (letter === "L" || letter === "M") return linearMixer(row);
  if (row.details.compressRatios) return compressedMixer(row, row.details.compressRatios[index]!);
  if (row.attention.mla) return mlaMixer(row, index);
  return attentionMixer(row, {index, letter});
}

/**
 * The letter that a row's layout gives to layer `index`: the pattern repeats to the last layer,
 * and a row without one has full attention throughout.
 *
 * @example layerLetter({details: {layout: "SSF"}}, 5) // "F"
 */
export function layerLetter({details}: Pick<CatalogRow, "details">, index: number): string {
  const layout = details.layout ?? "F";
  return layout[index % layout.length]!;
}

/**
 * True for the last layers of a row that read the cache of an earlier layer.
 *
 * @example sharesKv({layers: 35, attention: {kvSharing: {sharedLayers: 20}}}, 15) // true
 */
export function sharesKv(
  {layers, attention}: Pick<CatalogRow, "layers" | "attention">,
  index: number
): boolean {
  return index >= layers - (attention.kvSharing?.sharedLayers ?? 0);
}

interface LayerPlace {
  readonly index: number;
  readonly letter: string;
}

function attentionMixer(row: CatalogRow, {index, letter}: LayerPlace): AttentionMixer {
  const {details} = row;
  const isFull = letter !== "S";
  return {
    kind: "attention",
    nHeads: row.heads,
    ...headGeometry(row, isFull),
    window: attentionWindow(row, letter),
    ownsKv: !sharesKv(row, index),
    qkvBias: row.qkvBias,
    outputBias: details.outputBias ?? false,
    qkNorm: details.qkNorm ?? (row.qkNorm ? "head" : "none"),
    sinks: details.sinks === "all" || (details.sinks === "sliding" && !isFull),
    sharedKvProjection: isFull && (details.sharedKvProjection ?? false),
    outputGate: details.outputGate ?? false
  };
}

/** Heads of one layer, where windowed and full layers differ. */
function headGeometry({kvHeads, headDim, headDimV, attention}: CatalogRow, isFull: boolean) {
  const own = {nKvHeads: kvHeads, headDim, vHeadDim: headDimV ?? headDim};
  const {sliding} = attention;
  if (!sliding) return own;
  const {globalKvHeads, globalHeadDim, slidingKvHeads, slidingHeadDim, slidingHeadDimV} = sliding;
  if (isFull) {
    const dim = globalHeadDim ?? headDim;
    return {
      nKvHeads: globalKvHeads ?? kvHeads,
      headDim: dim,
      vHeadDim: globalHeadDim ?? own.vHeadDim
    };
  }
  return {
    nKvHeads: slidingKvHeads ?? kvHeads,
    headDim: slidingHeadDim ?? headDim,
    vHeadDim: slidingHeadDimV ?? own.vHeadDim
  };
}

function attentionWindow({attention}: CatalogRow, letter: string): AttentionWindow | null {
  if (letter === "S") return {kind: "sliding", tokens: attention.sliding!.window};
  if (letter === "C") return {kind: "chunked", tokens: attention.chunked!.chunk};
  return null;
}

function mlaMixer(row: CatalogRow, index: number): Mixer {
  const {kvLoraRank, qLoraRank, qkNopeHeadDim, qkRopeHeadDim, vHeadDim} = row.attention.mla!;
  const owners = row.details.indexer ?? "I";
  return {
    kind: "mla",
    nHeads: row.heads,
    kvLoraRank,
    qLoraRank,
    qkNopeHeadDim,
    qkRopeHeadDim,
    vHeadDim,
    indexer: sparseIndexer(row, owners[index % owners.length] === "I"),
    ...(row.details.outputGate ? {outputGate: true} : {})
  };
}

function sparseIndexer({attention}: CatalogRow, ownsCache: boolean): SparseIndexer | null {
  const {indexHeads, indexHeadDim, indexTopk} = attention.sparse ?? {};
  if (indexHeads === undefined || indexHeadDim === undefined) return null;
  return {nHeads: indexHeads, headDim: indexHeadDim, topK: indexTopk ?? 0, ownsCache};
}

/** Ratios of 4 are chosen by an indexer, coarser ones are read whole (DeepSeek-V4). */
function compressedMixer(row: CatalogRow, compressRatio: number): Mixer {
  const {sparse, sliding} = row.attention;
  return {
    kind: "compressed",
    nHeads: row.heads,
    headDim: row.headDim,
    qLoraRank: sparse!.qLoraRank!,
    oLoraRank: sparse!.oLoraRank!,
    oGroups: row.details.oGroups!,
    qkRopeHeadDim: sparse!.qkRopeHeadDim!,
    windowTokens: sliding!.window,
    compressRatio,
    indexer: compressRatio === 4 ? sparseIndexer(row, true) : null
  };
}

function linearMixer(row: CatalogRow): StateMixer {
  const linear = row.attention.linear!;
  switch (linear.type) {
    case "Gated DeltaNet":
      return {kind: "gated-delta", ...deltaHeads(linear)};
    case "Kimi Delta Attention":
      return {
        kind: "kimi-delta",
        nHeads: linear.keyHeads!,
        headDim: linear.keyHeadDim!,
        convKernel: linear.convKernel!,
        fullRankGate: row.details.fullRankGate ?? false
      };
    case "Lightning Attention":
      return {kind: "lightning", nHeads: linear.keyHeads!, headDim: linear.keyHeadDim!};
    case "Mamba-1":
      return mamba1(linear, row.hidden);
    case "Mamba-2":
      return mamba2(linear);
    default:
      throw new Error(`unknown attention.linear.type: ${linear.type}`);
  }
}

function deltaHeads({keyHeads, valueHeads, keyHeadDim, valueHeadDim, convKernel}: CatalogLinear) {
  return {
    nKeyHeads: keyHeads!,
    nValueHeads: valueHeads!,
    keyHeadDim: keyHeadDim!,
    valueHeadDim: valueHeadDim!,
    convKernel: convKernel!
  };
}

function mamba1({expand, dState, dConv, dtRank}: CatalogLinear, hidden: number): StateMixer {
  return {
    kind: "mamba1",
    innerSize: expand! * hidden,
    stateSize: dState!,
    convKernel: dConv!,
    dtRank: dtRank!
  };
}

function mamba2({heads, headDim, dState, groups, convKernel}: CatalogLinear): StateMixer {
  return {
    kind: "mamba2",
    nHeads: heads!,
    headDim: headDim!,
    stateSize: dState!,
    nGroups: groups!,
    convKernel: convKernel!
  };
}
