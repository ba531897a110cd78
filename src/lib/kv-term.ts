/** One product of the cache formula, written out. */

/** A line of config.json. */
export interface ConfigLine {
  readonly key: string;
  readonly value: string | number;
}

export interface KvFactor {
  /** As the formula writes it */
  readonly letter: string;
  readonly meaning: string;
  readonly value: number;
  /** Where the value stands in the config; none for constants and formats */
  readonly config: readonly ConfigLine[];
}

/** One product of the formula: its factors multiply to `bytes`. */
export interface KvTerm {
  readonly label: string;
  readonly factors: readonly KvFactor[];
  readonly bytes: number;
  /** What `bytes` are for */
  readonly per: "token" | "token in the window" | "sequence";
  /** Tokens that count at most; null without a window */
  readonly windowTokens: number | null;
}

/**
 * One factor of a term.
 *
 * @example factor("K", "KV heads", {value: 8}).config // []
 */
export function factor(
  letter: string,
  meaning: string,
  {value, config = []}: {readonly value: number; readonly config?: readonly ConfigLine[]}
): KvFactor {
  return {letter, meaning, value, config};
}

export interface TermParts {
  /** Layers first, then what one layer keeps */
  readonly factors: readonly KvFactor[];
  readonly layerBytes: number;
  readonly windowTokens?: number;
}

/**
 * A term from its factors and the bytes of one layer; bytes an element, the last factor, follow.
 *
 * bytes = L · bytes of one layer; b = bytes of one layer / the other factors.
 *
 * @example term("x", "token", {factors: [factor("L", "layers", {value: 32}), factor("H", "width", {value: 64})], layerBytes: 128}).bytes // 4096
 */
export function term(
  label: string,
  per: KvTerm["per"],
  {factors, layerBytes, windowTokens}: TermParts
): KvTerm {
  const [layers, ...shape] = factors;
  const elements = shape.reduce((product, {value}) => product * value, 1);
  const width = factor("b", "bytes an element, scales included", {value: layerBytes / elements});
  return {
    label,
    factors: [...factors, width],
    bytes: (layers?.value ?? 0) * layerBytes,
    per,
    windowTokens: windowTokens ?? null
  };
}

/**
 * The lines of config.json that a model's cache depends on, each once, in the order of the terms.
 *
 * @example configLines([]) // []
 */
export function configLines(terms: readonly KvTerm[]): readonly ConfigLine[] {
  const lines = terms.flatMap(({factors}) => factors.flatMap(({config}) => config));
  const seen = new Set<string>();
  return lines.filter(({key, value}) => {
    const line = `${key} ${value}`;
    return seen.has(line) ? false : seen.add(line);
  });
}
