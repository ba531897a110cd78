import type {CompiledCell} from "../compiler/compile.js";
import {foreignNames, implicitModules, ownNames} from "./implicit.js";

/** A cell as the analysis sees it. */
export interface AnalysedCell {
  readonly key: string;
  readonly compiled: CompiledCell;
}

/** Something wrong with a cell that is known without running it. */
export interface Fault {
  readonly message: string;
  /** Line of the cell's text, from 0 */
  readonly line: number | null;
}

/** A name that one cell defines and another reads. */
export interface Edge {
  readonly from: string;
  readonly to: string;
  readonly name: string;
}

export interface Analysis {
  readonly faults: ReadonlyMap<string, readonly Fault[]>;
  readonly edges: readonly Edge[];
  /** What would break the build, or make it ask another host: a sentence each */
  readonly obstacles: readonly string[];
  /** Modules that the cells need, implicit ones included */
  readonly modules: readonly string[];
}

/** Reads the cells together: who defines what, who needs what, what the site does not have. */
export function analyse(
  cells: readonly AnalysedCell[],
  knownModules: ReadonlySet<string>
): Analysis {
  const definers = definersOf(cells);
  const faults = new Map<string, Fault[]>();
  const obstacles: string[] = [];
  const modules = new Set<string>();
  const note = (key: string, fault: Fault) => faults.set(key, [...(faults.get(key) ?? []), fault]);
  cells.forEach(({key, compiled}, i) => {
    for (const fault of compiled.faults) {
      note(key, {...fault, message: `SyntaxError: ${fault.message}`});
      obstacles.push(`cell ${i + 1}: ${fault.message}`);
    }
    for (const name of outputsOf(compiled)) {
      const others = (definers.get(name) ?? []).filter((other) => other !== key);
      if (others.length === 0) continue;
      note(key, {message: `${name} is defined more than once`, line: null});
      obstacles.push(`cell ${i + 1}: ${name} is defined more than once`);
    }
    for (const name of modulesOf(compiled, definers)) {
      if (knownModules.has(name)) modules.add(name);
      else obstacles.push(`cell ${i + 1}: ${name} is not part of this site`);
    }
    for (const name of inputsOf(compiled))
      if (foreignNames.has(name) && !definers.has(name))
        obstacles.push(`cell ${i + 1}: ${name} would be fetched from another host`);
  });
  return {faults, obstacles, edges: edgesOf(cells, definers), modules: [...modules].sort()};
}

function definersOf(cells: readonly AnalysedCell[]): ReadonlyMap<string, readonly string[]> {
  const definers = new Map<string, string[]>();
  for (const {key, compiled} of cells)
    for (const {outputs} of compiled.code)
      for (const name of outputs) definers.set(name, [...(definers.get(name) ?? []), key]);
  return definers;
}

const outputsOf = ({code}: CompiledCell) => code.flatMap(({outputs}) => outputs);
const inputsOf = ({code}: CompiledCell) => [...new Set(code.flatMap(({inputs}) => inputs))];

function modulesOf(compiled: CompiledCell, definers: ReadonlyMap<string, unknown>): string[] {
  const implicit = inputsOf(compiled)
    .filter((name) => Object.hasOwn(implicitModules, name) && !definers.has(name))
    .map((name) => implicitModules[name] ?? "");
  const files = compiled.code.flatMap((code) => code.files);
  const readers = files.some((file) => /\.[ct]sv$/i.test(file)) ? ["npm:d3-dsv"] : [];
  return [...compiled.code.flatMap(({imports}) => imports), ...implicit, ...readers];
}

function edgesOf(
  cells: readonly AnalysedCell[],
  definers: ReadonlyMap<string, readonly string[]>
): Edge[] {
  return cells.flatMap(({key, compiled}) =>
    inputsOf(compiled)
      .filter((name) => !ownNames.has(name))
      .flatMap((name) =>
        (definers.get(name) ?? [])
          .filter((from) => from !== key)
          .map((from) => ({from, to: key, name}))
      )
  );
}
