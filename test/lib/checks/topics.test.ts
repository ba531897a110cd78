import {describe, expect, it} from "vitest";
import {topicOf, topics} from "../../../src/lib/checks/topics.js";

describe("topicOf", () => {
  it.each([
    ["param-count-with-buffers", "parameters"],
    ["gguf-weight-bytes", "weights"],
    ["kv-bytes-sequence", "KV cache"],
    ["llamacpp-kv-log", "engine logs"],
    ["recurrent-state-log", "engine logs"],
    ["decode-step-time", "speed"],
    ["serving-cost", "money"],
    ["swa", "KV cache"],
    ["spec", "speculation"]
  ])("topicOf(%s) is %s", (kind, topic) => {
    expect(topicOf(kind)).toBe(topic);
    expect(topics).toContain(topic);
  });

  it("topicOf(kind) refuses a kind that no topic takes", () => {
    expect(() => topicOf("weather")).toThrow("unknown kind of record: weather");
  });
});
