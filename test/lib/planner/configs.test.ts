import {readdirSync, readFileSync} from "node:fs";
import {describe, expect, it} from "vitest";
import {fromHfConfig} from "../../../src/lib/hf-config.js";
import {planOf} from "../../../src/lib/planner/plan.js";
import {planAnswer} from "../../../src/lib/planner/words.js";
import {standardPlan} from "./plan-fixture.js";

const folder = "src/data/raw/configs";
const plan = (json: unknown) =>
  planOf({...standardPlan, nGpus: 8, tp: 8, kvDtype: "bf16", model: fromHfConfig(json)});

describe("a pasted config", () => {
  it.each(readdirSync(folder))("%s gives a capacity, or one clear sentence", (file) => {
    const json: unknown = JSON.parse(readFileSync(`${folder}/${file}`, "utf8"));
    try {
      expect(planAnswer(plan(json))).toMatch(/^8 × H100 SXM5 .+\.$/);
    } catch (error) {
      expect((error as Error).message).toMatch(
        /^vLLM keeps compressed attention in FP8 only|^size of your config is unknown: .+ not modelled$/
      );
    }
  });

  const good = JSON.parse(
    readFileSync(`${folder}/meta-llama__Meta-Llama-3.1-8B.json`, "utf8")
  ) as Record<string, unknown>;
  const without = (key: string) =>
    Object.fromEntries(Object.entries(good).filter(([name]) => name !== key));
  const broken: [string, () => unknown][] = [
    ["truncated JSON", () => JSON.parse(JSON.stringify(good).slice(0, 90))],
    ["missing heads", () => without("num_attention_heads")],
    ["missing layers", () => without("num_hidden_layers")],
    ["negative layers", () => ({...good, num_hidden_layers: -3})],
    ["strings for numbers", () => ({...good, hidden_size: "wide"})],
    ["a list", () => [good]],
    ["nothing", () => null],
    ["10 MB of noise", () => "x".repeat(1e7)],
    ["a billion layers", () => ({...good, num_hidden_layers: 1e9})],
    ["prototype keys", () => JSON.parse('{"__proto__": {"num_hidden_layers": 2}}') as unknown]
  ];

  it.each(broken)("%s is told in one sentence", (_, make) => {
    let message = "";
    try {
      plan(make());
    } catch (error) {
      message = (error as Error).message;
    }
    expect(message).not.toBe("");
    expect(message.length).toBeLessThan(250);
    expect(message).not.toContain("\n");
    expect(Object.prototype).not.toHaveProperty("num_hidden_layers");
  });
});
