/** Every published figure beside the lab's own: one list, read by the page and by the tests. */

import type {ModelSpec} from "../model.js";
import {engineEvaluators} from "./records/engines.js";
import {enginePlanEvaluators} from "./records/engine-plans.js";
import {kvEvaluators} from "./records/kv.js";
import {llamaEvaluators} from "./records/llamacpp.js";
import {catalogId, engineOf} from "./records/names.js";
import {paramEvaluators} from "./records/params.js";
import type {CheckRecord, Evaluation, Evaluator, Lab} from "./records/record.js";
import {speedMoneyEvaluators} from "./records/speed-money.js";
import {
  allowedDifference,
  figureUnit,
  namedFigures,
  type VectorEvaluation,
  type VectorEvaluator,
  type VectorRecord
} from "./records/vector.js";
import {kvVectors} from "./records/vectors-kv.js";
import {methodVectors} from "./records/vectors-method.js";
import {weightEvaluators} from "./records/weights.js";
import {checkedFigure, type CheckedFigure} from "./figure.js";
import {topicOf} from "./topics.js";

export type {CheckedFigure, Verdict} from "./figure.js";

const evaluators: Readonly<Record<string, Evaluator>> = {
  ...paramEvaluators,
  ...kvEvaluators,
  ...llamaEvaluators,
  ...engineEvaluators,
  ...enginePlanEvaluators,
  ...weightEvaluators,
  ...speedMoneyEvaluators
};
const vectorEvaluators: Readonly<Record<string, VectorEvaluator>> = {
  ...kvVectors,
  ...methodVectors
};

export interface RecordFiles {
  readonly checks: readonly CheckRecord[];
  readonly vectors: readonly VectorRecord[];
  readonly models: readonly ModelSpec[];
}

/**
 * All figures of both files, evaluated with the lab's own functions and judged: what fails first,
 * then what the publication contradicts, then what lacks an input.
 *
 * @example checkedFigures({checks: [], vectors: [], models: []}) // []
 */
export function checkedFigures({checks, vectors, models}: RecordFiles): CheckedFigure[] {
  const lab: Lab = {model: (id) => modelOf(models, id), ids: models.map(({id}) => id)};
  const figures = [
    ...checks.map((record) => figureOfRecord(record, lab)),
    ...vectors.flatMap((vector) => figuresOfVector(vector, lab))
  ];
  return figures.sort((a, b) => rank[a.verdict] - rank[b.verdict]);
}

const rank = {fails: 0, "publication differs": 1, "input missing": 2, reproduced: 3} as const;

function modelOf(models: readonly ModelSpec[], id: string): ModelSpec {
  const model = models.find((candidate) => candidate.id === id);
  if (!model) throw new Error(`unknown model: ${id}`);
  return model;
}

function figureOfRecord(record: CheckRecord, lab: Lab): CheckedFigure {
  const evaluator = Object.hasOwn(evaluators, record.kind) ? evaluators[record.kind] : undefined;
  const named = {...record, model: catalogId(record.model, lab.ids) ?? record.model};
  const {value, unit, asPrinted} = record.published;
  return checkedFigure({
    id: record.id,
    topic: topicOf(record.kind),
    kind: record.kind,
    model: record.model,
    subject: named.model,
    engine: engineOf(record.id),
    published: value,
    unit,
    asPrinted,
    allowed: record.tolerance * Math.abs(value),
    contradictsItself: !record.agrees,
    note: record.note,
    missing: record.missing ?? null,
    source: record.source,
    formula: record.formula,
    evaluation: evaluator ? attempt(() => evaluator(named, lab)) : unknownKind(record)
  });
}

/** The answer of the evaluator for a vector's beginning, the longer beginning first. */
function answerTo(vector: VectorRecord, lab: Lab): VectorEvaluation | null {
  const [group = "", rest = ""] = vector.id.split("/");
  const keys = [`${group}/${rest.split(" ")[0]}`, group];
  const key = keys.find((candidate) => Object.hasOwn(vectorEvaluators, candidate));
  return key === undefined ? null : vectorEvaluators[key]!(vector, lab);
}

/** A vector's figures, each by itself; what an evaluator leaves out counts as missing. */
function figuresOfVector(vector: VectorRecord, lab: Lab): CheckedFigure[] {
  const [group = ""] = vector.id.split("/");
  const answer = answerTo(vector, lab);
  const ours = new Map(answer ? namedFigures(answer.ours) : []);
  const unfolded = answer?.unfolded ?? `no formula for vectors of ${group}`;
  return namedFigures(vector.expect).map(([name, published]) =>
    checkedFigure({
      id: name === "" ? vector.id : `${vector.id}: ${name}`,
      topic: topicOf(group),
      kind: group,
      model: vectorModel(vector.id),
      subject: catalogId(vectorModel(vector.id), lab.ids) ?? vectorModel(vector.id),
      engine: engineOf(vector.id),
      published,
      unit: figureUnit(vector.unit, name),
      asPrinted: null,
      allowed: allowedDifference(vector, published),
      contradictsItself: false,
      note: null,
      missing: null,
      source: vector.source,
      formula: answer?.formula ?? "",
      evaluation: {ours: ours.get(name) ?? NaN, unfolded}
    })
  );
}

/** A kind without evaluator is for figures that lack an input; any other record of it fails. */
function unknownKind({kind, missing}: CheckRecord): Evaluation | null {
  return missing === undefined ? {ours: NaN, unfolded: `no formula for ${kind}`} : null;
}

/** "kv-per-token/llama3.1-8b" is about a model, "prefix/8891@256" about none. */
function vectorModel(id: string): string {
  const match = /(llama|qwen|gemma|glm|opt|deepseek)[\w.]*-[\w.-]+/i.exec(id.split("/")[1] ?? "");
  return match ? match[0] : "any";
}

/** An evaluator that throws leaves a figure that fails, not a page that does not load. */
function attempt(evaluate: () => Evaluation): Evaluation {
  try {
    return evaluate();
  } catch (error) {
    return {ours: NaN, unfolded: error instanceof Error ? error.message : String(error)};
  }
}
