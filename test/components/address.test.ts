import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {
  decodeRecord,
  encodeRecord,
  MAX_OWN_CHARS,
  travels,
  type Schema
} from "../../src/components/address.js";
import {fields, type Values} from "../../src/components/fields.js";

const vault = new Map<string, string>();
const defaults: Values = {
  m: "llama3.1-8b",
  cfg: "",
  gpu: "h100-sxm",
  card: "",
  kvdt: "bf16",
  ctx: 131072,
  remix: 0.01,
  hit: 0.7,
  tpot: 0.05,
  fold: false,
  cmp: ["a"],
  seg: ""
};
const schema: Schema = {
  defaults,
  fields: {
    ...fields,
    fold: {kind: "toggle", label: "Fold"},
    cmp: {kind: "list", label: "Compare", of: "model", maxLength: 3},
    seg: {kind: "text", label: "Segments", maxLength: 50}
  },
  has(kind, id) {
    const known: Readonly<Record<string, readonly string[]>> = {
      model: ["llama3.1-8b", "a", "b", "c"],
      gpu: ["h100-sxm"]
    };
    return known[kind]?.includes(id) ?? false;
  },
  check(kind, text) {
    if (kind === "own-model") JSON.parse(text);
    else if (!/^[\d.,]+$/.test(text)) throw new Error("no figures");
  },
  vault: {
    get: (name) => vault.get(name) ?? null,
    set: (name, text) => Boolean(vault.set(name, text))
  }
};

const decode = (search: string) => decodeRecord(search, schema);
const encode = (values: Values) => encodeRecord(values, schema);

const records = fc.record<{[key: string]: Values[string]}>({
  m: fc.constantFrom("llama3.1-8b", "a", "b"),
  cfg: fc.constant(""),
  gpu: fc.constant("h100-sxm"),
  card: fc.constant(""),
  kvdt: fc.constantFrom("bf16", "fp8", "q4_0"),
  ctx: fc.integer({min: 1, max: 1048576}),
  remix: fc.double({min: 0, max: 10, noNaN: true}).map((x) => x + 0),
  hit: fc.double({min: 0, max: 1, noNaN: true}).map((x) => x + 0),
  tpot: fc.double({min: 0.001, max: 10, noNaN: true}),
  fold: fc.boolean(),
  cmp: fc.uniqueArray(fc.constantFrom("a", "b", "c"), {maxLength: 3}),
  seg: fc.string({unit: "grapheme", maxLength: 25})
});

const own = fc.oneof(
  fc.record({name: fc.string({unit: "grapheme"}), layers: fc.integer()}),
  fc.record({types: fc.array(fc.constant("sliding_attention"), {minLength: 120, maxLength: 200})})
);

describe("encodeRecord(values, schema) and decodeRecord(search, schema)", () => {
  it("give the same record back, and no problems", () => {
    fc.assert(
      fc.property(records, (values) => {
        expect(decode(encode(values))).toEqual({values, problems: []});
      })
    );
  });

  it("give a reader's own config back, long or short, in any script", () => {
    fc.assert(
      fc.property(own, (config) => {
        const values = {...defaults, m: "own", cfg: JSON.stringify(config)};
        expect(decode(encode(values))).toEqual({values, problems: []});
      })
    );
  });

  it("writes nothing for the defaults and only what differs otherwise", () => {
    expect(encode(defaults)).toBe("");
    expect(encode({...defaults, ctx: 8192, kvdt: "fp8"})).toBe("kvdt=fp8&ctx=8192");
    expect(encode({...defaults, cmp: ["a", "b"]})).toBe("cmp=a,b");
  });

  it("leaves a card out that nothing points to", () => {
    expect(encode({...defaults, card: "1,2,3,,"})).toBe("");
    expect(encode({...defaults, gpu: "own", card: "1,2,3,,"})).toBe("gpu=own&card=1,2,3,,");
  });

  it("keeps a config in this browser that is too long for an address, and says when it is gone", () => {
    const cfg = JSON.stringify({pad: "x".repeat(MAX_OWN_CHARS)});
    const search = encode({...defaults, m: "own", cfg});
    expect(search).toMatch(/^m=own&cfg=kept-[0-9a-f]{16}$/);
    vault.clear();
    const {values, problems} = decode(search);
    expect(values.m).toBe("llama3.1-8b");
    expect(problems).toEqual(["cfg: too long for an address, kept in another browser"]);
  });

  it("travels(text) agrees with what the address does", () => {
    const at = (n: number) => JSON.stringify("x".repeat(n));
    for (const n of [2090, 2096, 2098, 2100, 2110]) {
      const isKept = encode({...defaults, m: "own", cfg: at(n)}).includes("kept-");
      expect(travels(at(n))).toBe(!isKept);
    }
  });
});

describe("decodeRecord(search, schema) of what cannot be read", () => {
  it.each([
    ["ctx=abc", "ctx: not a number: abc"],
    ["ctx=9999999999", "ctx: not between 1 and 1M: 9999999999"],
    ["ctx=1.5", "ctx: not a whole number: 1.5"],
    ["ctx=", "ctx: not a number: "],
    ["hit=-0.1", "hit: not between 0% and 100%: -0.1"],
    ["m=gpt-9", "m: unknown “gpt-9”"],
    ["kvdt=toString", "kvdt: unknown “toString”"],
    ["fold=yes", "fold: neither 0 nor 1: yes"],
    ["cmp=a,zzz", "cmp: unknown “zzz”"],
    ["cmp=a,b,c,d", "cmp: more than 3: 4"],
    ["foo=1", "“foo” is not an input of this page"],
    ["__proto__=1", "“__proto__” is not an input of this page"],
    ["constructor=1", "“constructor” is not an input of this page"],
    ["m=own", "m: the address does not hold what “own” stands for"],
    ["m=own&cfg=%21", "cfg: not readable: !"],
    ["gpu=own&card=x", "card: no figures"]
  ])("%s falls back to the defaults and says why", (search, problem) => {
    expect(decode(search)).toEqual({values: defaults, problems: [problem]});
  });

  it("takes the first of a repeated key and the good ones beside a bad one", () => {
    const {values, problems} = decode("ctx=8192&ctx=1024&kvdt=fp9");
    expect(values).toEqual({...defaults, ctx: 8192});
    expect(problems).toEqual(["kvdt: unknown “fp9”"]);
  });

  it("reads what a person would type", () => {
    expect(decode("ctx=128K&remix=1/10&hit=95%25").values).toEqual({
      ...defaults,
      remix: 0.1,
      hit: 0.95
    });
  });

  it("never throws, keeps every key of the defaults and adds none", () => {
    const keys = fc.constantFrom(
      ...Object.keys(defaults),
      "__proto__",
      "constructor",
      "toString",
      ""
    );
    const part = fc.tuple(fc.oneof(keys, fc.string()), fc.string({unit: "binary"}));
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const search = parts.map(([key, text]) => `${key}=${text}`).join("&");
        const {values} = decode(search);
        expect(Object.keys(values).sort()).toEqual(Object.keys(defaults).sort());
        expect(Object.getPrototypeOf(values)).toBe(Object.prototype);
        expect(decode(encode(values))).toEqual({values, problems: []});
      })
    );
  });
});
