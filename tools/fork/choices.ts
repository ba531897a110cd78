/** Ids that an input may take, where its default is one of a catalog. */
import {readFileSync} from "node:fs";
import {kvDtypes, weightDtypes} from "../../src/lib/dtype.js";
import type {DefaultValue} from "./defaults.js";

interface Change {
  readonly from: DefaultValue;
  readonly to: DefaultValue;
}

/** @throws when the old value is an id of a catalog and the new one is not */
export function checkChoice(key: string, {from, to}: Change): void {
  const ids = catalogs(key).find((catalog) => listOf(from).some((id) => catalog.includes(id)));
  const unknown = ids && listOf(to).find((id) => !ids.includes(id));
  if (ids && unknown !== undefined)
    throw new Error(`unknown ${key}: ${unknown}${suggestion(unknown, ids)}`);
}

function catalogs(key: string): (readonly string[])[] {
  if (key === "wdt") return [Object.keys(weightDtypes)];
  if (key === "kvdt") return [Object.keys(kvDtypes)];
  return ["models", "gpus", "prices"].map(idsOf);
}

function idsOf(name: string): string[] {
  const file = `src/data/raw/${name}.json`;
  const json = JSON.parse(readFileSync(file, "utf8")) as unknown;
  const rows = Array.isArray(json) ? json : Object.values(json as object).flat();
  return (rows as unknown[]).flatMap((row) => {
    const id = (row as {id?: unknown} | null)?.id;
    return typeof id === "string" ? [id] : [];
  });
}

function listOf(value: DefaultValue): string[] {
  return Array.isArray(value) ? [...value] : typeof value === "string" ? [value] : [];
}

function suggestion(id: string, ids: readonly string[]): string {
  const parts = id.toLowerCase().split(/[^a-z0-9]+/);
  const near = ids.filter((known) => parts.some((part) => part.length > 2 && known.includes(part)));
  return near.length > 0 ? ` (known: ${near.slice(0, 8).join(", ")})` : "";
}
