import type {CheckRecord, Lab} from "../../../../src/lib/checks/records/record.js";
import {modelById, models} from "../../../catalog-data.js";

export const lab: Lab = {model: modelById, ids: models.map(({id}) => id)};

/** A record of a kind with inputs, published in a unit. */
export function record(
  model: string,
  inputs: Readonly<Record<string, unknown>>,
  options: {readonly unit?: string; readonly id?: string} = {}
): CheckRecord {
  return {
    id: options.id ?? "x",
    kind: "",
    model,
    inputs,
    published: {value: 0, unit: options.unit ?? "parameters", asPrinted: null},
    formula: "",
    tolerance: 0,
    agrees: true,
    note: null,
    source: "",
    verified: true
  };
}
