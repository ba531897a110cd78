import {readdirSync, readFileSync} from "node:fs";
import {describe, expect, it} from "vitest";
import {readOwnModel} from "../../../src/components/own.js";
import {fromHfConfig} from "../../../src/lib/hf-config.js";
import type {ModelSpec} from "../../../src/lib/model.js";
import {planOf, type Plan} from "../../../src/lib/planner/plan.js";
import type {EngineName, PlanSetup} from "../../../src/lib/planner/setup.js";
import {planAnswer} from "../../../src/lib/planner/words.js";
import {models} from "../../catalog-data.js";
import {standardPlan} from "./plan-fixture.js";

const folder = "src/data/raw/configs";
const files = readdirSync(folder);
const engines: readonly EngineName[] = ["vllm", "sglang", "llama.cpp"];
const setup = {
  ...standardPlan,
  nGpus: 8,
  tp: 8,
  contextTokens: 8192,
  promptTokens: 512,
  outputTokens: 256,
  nReaders: 1
};

/** The set-up with a format that the engine has, and no longer than the model takes. */
function setupFor(model: ModelSpec, engine: EngineName): PlanSetup {
  const formats = engine === "llama.cpp" ? ({weightDtype: "q8_0", kvDtype: "q8_0"} as const) : {};
  const contextTokens = Math.min(setup.contextTokens, model.maxModelLen ?? Infinity);
  return {...setup, engine, model, contextTokens, ...formats};
}
/** A config as the page takes it: text that a reader pasted. */
const pasted = (text: string) => readOwnModel(text, fromHfConfig);
const read = (file: string) => readFileSync(`${folder}/${file}`, "utf8");

/** What the page shows: a plan, or the sentence that stands in its place. */
function shown(make: () => Plan): Plan | string {
  try {
    return make();
  } catch (error) {
    return (error as Error).message;
  }
}

/** Models for which an engine has no plan, and the sentence that says so. */
const refusals: readonly RegExp[] = [
  /^size of .+ is unknown: .+ not modelled$/,
  /^llama\.cpp's caches for compressed attention are not modelled$/,
  /^\d+ (attention|KV|key|value|state) heads do not divide evenly over the cards of a layer: 8 cards$/
];

function expectAnswer(model: ModelSpec, engine: EngineName): void {
  const plan = shown(() => planOf(setupFor(model, engine)));
  if (typeof plan === "string") {
    expect(
      refusals.some((sentence) => sentence.test(plan)),
      plan
    ).toBe(true);
    return;
  }
  expect(Number.isFinite(plan.capacity.tokens)).toBe(true);
  expect(plan.capacity.requestBytes).toBeGreaterThan(0);
  if (plan.memory.kvBytes > 2 ** 33) expect(plan.capacity.tokens).toBeGreaterThan(0);
  expect(planAnswer(plan)).toMatch(/^8 × H100 SXM5 .+\.$/);
  expect(plan.steps.every(({unfolded}) => unfolded !== "" && !/NaN|undefined/.test(unfolded))).toBe(
    true
  );
}

describe.each(engines)("in %s", (engine) => {
  it.each(files)("%s gives a capacity, or one clear sentence", (file) => {
    expectAnswer(pasted(read(file)), engine);
  });

  it.each(models.map((model) => [model.id, model] as const))(
    "%s of the catalog gives a capacity, or one clear sentence",
    (_, model) => {
      expectAnswer(model, engine);
    }
  );
});

describe("engines that have a plan", () => {
  it("a config that leaves its size open is refused by all three, compressed attention by llama.cpp", () => {
    const heads = /heads do not divide evenly/;
    const refused = (engine: EngineName, subjects: readonly ModelSpec[]) =>
      subjects.flatMap((model) => {
        const plan = shown(() => planOf(setupFor(model, engine)));
        return typeof plan === "string" && !heads.test(plan) ? [`${model.id}: ${plan}`] : [];
      });
    const configs = files.map((file) => ({...pasted(read(file)), id: file}));
    for (const engine of engines) {
      const flash =
        engine === "llama.cpp"
          ? "llama.cpp's caches for compressed attention are not modelled"
          : "size of deepseek_v4 (mine) is unknown: o_groups, hc_mult not modelled";
      expect(refused(engine, configs)).toEqual([
        `deepseek-ai__DeepSeek-V4-Flash.json: ${flash}`,
        "moonshotai__Kimi-K3.json: size of kimi_k3 (mine) is unknown: num_shared_experts, routed_expert_hidden_size not modelled"
      ]);
    }
    expect(refused("vllm", models)).toEqual([]);
    expect(refused("sglang", models)).toEqual([]);
    expect(refused("llama.cpp", models)).toEqual([
      "deepseek-v4-flash: llama.cpp's caches for compressed attention are not modelled",
      "deepseek-v4-pro: llama.cpp's caches for compressed attention are not modelled"
    ]);
  });
});

const good = read("meta-llama__Meta-Llama-3.1-8B.json");
const fields = JSON.parse(good) as Record<string, unknown>;
const without = (key: string) =>
  JSON.stringify(Object.fromEntries(Object.entries(fields).filter(([name]) => name !== key)));
const changed = (change: object) => JSON.stringify({...fields, ...change});
const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
const withRaw = (key: string, raw: string) =>
  `${without(key).slice(0, -1)}, ${JSON.stringify(key)}: ${raw}}`;

/** Broken texts, and what is said about each. */
const broken: readonly (readonly [name: string, text: () => string, sentence: RegExp])[] = [
  ["truncated JSON", () => good.slice(0, 90), /^not JSON: /],
  ["nothing", () => "", /^not JSON: /],
  ["missing heads", () => without("num_attention_heads"), /^missing field: num_attention_heads$/],
  ["missing layers", () => without("num_hidden_layers"), /^missing field: num_hidden_layers$/],
  ["negative layers", () => changed({num_hidden_layers: -3}), /^invalid num_hidden_layers: -3$/],
  ["half a layer", () => changed({num_hidden_layers: 1.5}), /^invalid num_hidden_layers: 1\.5$/],
  [
    "strings for numbers",
    () => changed({hidden_size: "4096"}),
    /^hidden_size is not a number: "4096"$/
  ],
  [
    "null for all heads",
    () => changed({num_attention_heads: null}),
    /^missing field: num_attention_heads$/
  ],
  [
    "heads that do not divide",
    () => changed({num_key_value_heads: 7}),
    /^nHeads not divisible by nKvHeads: 32, 7$/
  ],
  ["a list", () => `[${good}]`, /^config is not an object: \[/],
  ["a number", () => "42", /^config is not an object: 42$/],
  ["10 MB of noise", () => "x".repeat(1e7), /^longer than a million characters: 10000000$/],
  ["a megabyte of noise", () => "{".repeat(999_999), /^not JSON: /],
  [
    "a billion layers",
    () => changed({num_hidden_layers: 1e9}),
    /^invalid num_hidden_layers: 1000000000$/
  ],
  [
    "an infinite count",
    () => withRaw("num_hidden_layers", "1e999"),
    /^invalid num_hidden_layers: Infinity$/
  ],
  ["NaN", () => withRaw("num_hidden_layers", "NaN"), /^not JSON: /],
  ["a huge width", () => changed({hidden_size: 1e300}), /^invalid hidden_size: 1e\+300$/],
  ["__proto__", () => '{"__proto__": {"num_hidden_layers": 2}}', /^forbidden field: __proto__$/],
  [
    "constructor",
    () => '{"constructor": {"prototype": {"x": 1}}}',
    /^forbidden field: constructor$/
  ],
  [
    "a nested __proto__",
    () => '{"text_config": {"__proto__": {"a": 1}}}',
    /^forbidden field: __proto__$/
  ],
  [
    "a model_type of a prototype",
    () => changed({model_type: "toString"}),
    /^unknown model_type: toString/
  ],
  ["an unknown model_type", () => changed({model_type: "xyz"}), /^unknown model_type: xyz/],
  ["deep nesting as a file", () => nested(400_000), /^config is not an object: nested too deeply$/],
  [
    "deep nesting in a field",
    () => withRaw("model_type", nested(300_000)),
    /^model_type is not a text: nested too deeply$/
  ],
  [
    "deep nesting for a number",
    () => withRaw("hidden_size", nested(300_000)),
    /^hidden_size is not a number: nested too deeply$/
  ],
  [
    "lists for numbers",
    () => changed({num_hidden_layers: [32]}),
    /^num_hidden_layers is not a number: \[32\]$/
  ],
  [
    "too few layer types",
    () => changed({model_type: "gpt_oss", layer_types: ["full_attention"]}),
    /^layer_types has 1 entries for 32 layers$/
  ]
];

describe("a broken config", () => {
  it.each(broken)("%s is told in one sentence, at once", (_, make, sentence) => {
    const text = make();
    const start = performance.now();
    const message = shown(() => planOf({...setup, model: pasted(text)}));
    expect(performance.now() - start).toBeLessThan(1000);
    expect(message).toMatch(sentence);
    expect(String(message).length).toBeLessThan(250);
    expect(message).not.toContain("\n");
  });

  it("none of them reaches a prototype", () => {
    for (const [, make] of broken) shown(() => planOf({...setup, model: pasted(make())}));
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(({} as Record<string, unknown>).num_hidden_layers).toBeUndefined();
  });
});

describe("a set-up that cannot be", () => {
  it.each([
    [
      "more cards for a layer than there are",
      {tp: 9},
      "more cards share a layer than there are: 9 of 8"
    ],
    [
      "a cache in 16 bits for compressed attention",
      {model: models.find(({id}) => id === "deepseek-v4-pro")!, kvDtype: "bf16"},
      "vLLM keeps compressed attention in FP8 only, not in bf16"
    ],
    [
      "a model without a cache",
      {model: {...standardPlan.model, layerKinds: [], layout: []}},
      "no layer of this model caches anything"
    ]
  ] as const)("%s", (_, change, sentence) => {
    expect(shown(() => planOf({...setup, ...change}))).toBe(sentence);
  });

  it("a context of two tokens, no memory and a thousand cards are plans like any other", () => {
    for (const change of [
      {contextTokens: 2, promptTokens: 1, outputTokens: 1},
      {overheadBytes: 2 ** 40},
      {nGpus: 1000}
    ]) {
      for (const engine of engines) {
        const plan = shown(() => planOf({...setupFor(setup.model, engine), ...change}));
        expect(plan).not.toBeTypeOf("string");
        expect(planAnswer(plan as Plan)).toMatch(/\.$/);
      }
    }
  });
});
