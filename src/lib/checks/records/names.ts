/** Which catalog model a record is about, from the name that its log or paper prints. */

/** Spellings that are not the catalog's id with the remark in brackets cut off. */
const spellings: readonly (readonly [pattern: RegExp, id: string])[] = [
  [/^(unsloth_)?deepseek[ -](r1|v3)/i, "deepseek-v3"],
  [/^qwen3[ -]235b/i, "qwen3-235b-a22b"],
  [/^qwen3-32b/i, "qwen3-32b"],
  [/^llama v2$/i, "llama2-13b"],
  [/^pythia-12b/i, "pythia-12b"]
];

/**
 * Catalog id of the model that a record names; null for a model that the catalog does not have.
 *
 * "DeepSeek R1 0528" and "DeepSeek V3 0324" are one shape; "LLaMA v2" is the 13B of its log.
 *
 * @example catalogId("qwen3-235b-a22b (FP8 weights, TP4)", ["qwen3-235b-a22b"]) // "qwen3-235b-a22b"
 */
export function catalogId(name: string, ids: readonly string[]): string | null {
  const bare = name.replace(/ (on|vs) .*$/, "").replace(/ ?\(.*\)$/, "");
  const direct = ids.find((id) => id === bare);
  if (direct) return direct;
  const id = spellings.find(([pattern]) => pattern.test(bare))?.[1];
  return id !== undefined && ids.includes(id) ? id : null;
}

/** Beginnings of record ids and kinds, and the program whose words they are. */
const engines: readonly (readonly [pattern: RegExp, engine: string])[] = [
  [/^llamacpp-ik|^ik_/, "ik_llama.cpp"],
  [/^ollama/, "ollama"],
  [/^(llamacpp|gguf)/, "llama.cpp"],
  [/^(vllm|llmd|prefix)/, "vLLM"],
  [/^sglang/, "SGLang"]
];

/**
 * The engine whose log or code a record is about; "none" for papers, configs and bills.
 *
 * @example engineOf("llamacpp-ik-92-q51q50") // "ik_llama.cpp"
 */
export function engineOf(recordId: string): string {
  return engines.find(([pattern]) => pattern.test(recordId))?.[1] ?? "none";
}
