/** What the figures are about, in the reader's words. */
export const topics = [
  "parameters",
  "weights",
  "KV cache",
  "engine logs",
  "prefix cache",
  "speed",
  "speculation",
  "sampling",
  "money"
] as const;

export type Topic = (typeof topics)[number];

const topicOfKind: readonly (readonly [pattern: RegExp, topic: Topic])[] = [
  [/param/, "parameters"],
  [/weight/, "weights"],
  [/vllm|sglang|llamacpp|recurrent/, "engine logs"],
  [/kv|swa/, "KV cache"],
  [/prefix/, "prefix cache"],
  [/spec/, "speculation"],
  [/sampling/, "sampling"],
  [/peak|time/, "speed"],
  [/cost|econ/, "money"]
];

/**
 * The topic of a kind of record, or of the beginning of a vector's id.
 *
 * @throws for a kind that no topic takes
 * @example topicOf("gguf-weight-bytes") // "weights"
 */
export function topicOf(kind: string): Topic {
  const topic = topicOfKind.find(([pattern]) => pattern.test(kind))?.[1];
  if (topic) return topic;
  throw new Error(`unknown kind of record: ${kind}`);
}
