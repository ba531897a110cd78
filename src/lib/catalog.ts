import {catalogMixer} from "./catalog-mixers.js";
import {catalogMlps} from "./catalog-mlps.js";
import type {CatalogDetails, CatalogRow, CatalogVision} from "./catalog-row.js";
import {groupLayers} from "./layers.js";
import type {ModelSpec, PublishedParams, VisionTower} from "./model.js";

export type {CatalogRow} from "./catalog-row.js";

/** What a page shows about a model beside its shape: where each fact was read, and what was not. */
export interface CatalogEntry {
  readonly id: string;
  readonly name: string;
  readonly family: string;
  readonly source: string;
  /** Source of what the usual fields leave open: norms, biases, layout */
  readonly detailsSource: string;
  /** Day the source was read, ISO */
  readonly retrieved: string;
  readonly verified: boolean;
  readonly unverifiedFields: readonly string[];
  readonly notes: readonly string[];
}

/** What /data/models.json holds; models and rows are in the same order. */
export interface ModelsFile {
  readonly models: readonly ModelSpec[];
  readonly rows: readonly CatalogEntry[];
}

/**
 * The model of a catalog row: every layer laid out by the row's documented pattern.
 *
 * Parts without a sourced formula are named in `notModelled`; nothing is filled in for them.
 *
 * @example fromCatalogRow({id: "x", layers: 0, hidden: 8, vocab: 10, totalParams: null, attention: {}, details: {norms: 2}}).layout // []
 */
export function fromCatalogRow(row: CatalogRow): ModelSpec {
  const {details} = row;
  const layers = Array.from({length: row.layers}, (_, index) => ({
    mixer: catalogMixer(row, index),
    mlps: catalogMlps(row, index),
    nNorms: details.norms
  }));
  return {
    id: row.id,
    name: row.name,
    hiddenSize: row.hidden,
    vocabSize: row.vocab,
    maxModelLen: row.maxContext,
    tiedEmbeddings: row.tiedEmbeddings,
    ...groupLayers(layers),
    normBias: details.normBias ?? false,
    finalNorm: true,
    nPositions: details.positions ?? 0,
    headBias: details.headBias ?? false,
    nMtpLayers: details.mtpLayers ?? 0,
    nativeDtype: row.nativeDtype,
    notModelled: details.notModelled ?? [],
    published: publishedParams(row),
    ...extraParts(details)
  };
}

/**
 * What a page shows about a row beside its shape.
 *
 * @example catalogEntry({id: "x", name: "X", family: "F", notes: [], details: {source: "s"}}).detailsSource // "s"
 */
export function catalogEntry(row: CatalogRow): CatalogEntry {
  const {id, name, family, source, retrieved, verified, unverifiedFields, notes} = row;
  const detailsSource = row.details.source;
  return {id, name, family, source, detailsSource, retrieved, verified, unverifiedFields, notes};
}

/** A count that the row's author computed is nobody's publication. */
function publishedParams(row: CatalogRow): PublishedParams | null {
  const kind = row.totalParamsKind ?? "";
  const isComputed = kind.startsWith("computed");
  const totalParams = isComputed ? null : row.totalParams;
  if (totalParams === null && row.activeParams === null) return null;
  const totalKind = totalParams === null ? "none" : kind.startsWith("exact") ? "exact" : "rounded";
  const source = row.totalParamsSource ?? row.totalParamsKind ?? row.activeParamsKind ?? row.source;
  return {totalParams, totalKind, activeParams: row.activeParams, source};
}

function extraParts(details: CatalogDetails): Partial<ModelSpec> {
  const {vision, streams, perLayerEmbedding: table} = details;
  return {
    ...(vision ? {vision: visionTower(vision)} : {}),
    ...(streams ? {residual: {kind: "hyper-connections" as const, nStreams: streams}} : {}),
    ...(details.attentionResidual ? {residual: {kind: "attention-residual" as const}} : {}),
    ...(table ? {perLayerEmbedding: {vocabSize: table.vocab, size: table.size}} : {})
  };
}

function visionTower(vision: CatalogVision): VisionTower {
  return {
    nLayers: vision.layers,
    hiddenSize: vision.hidden,
    intermediateSize: vision.intermediate,
    outHiddenSize: vision.outHidden,
    patchElements: vision.patchElements,
    nPositions: vision.positions,
    mergedPatches: vision.mergedPatches
  };
}
