import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {parseTrace} from "../../../src/lib/sim/trace.js";

describe("parseTrace", () => {
  it("parseTrace(csv) reads lines of arrival, prompt, output, counted from the first arrival", () => {
    const {n, arrivalSeconds, promptTokens, outputTokens} = parseTrace("10,100,20\n10.5,50,8\n");
    expect(n).toBe(2);
    expect([...arrivalSeconds]).toEqual([0, 0.5]);
    expect([...promptTokens]).toEqual([100, 50]);
    expect([...outputTokens]).toEqual([20, 8]);
  });

  it("parseTrace(csv) finds columns by name, in any order, with other columns between", () => {
    // the header of vidur's processed traces
    const vidur = "arrived_at,num_prefill_tokens,num_decode_tokens\n0.0,374,44\n0.2,396,109";
    expect([...parseTrace(vidur).promptTokens]).toEqual([374, 396]);
    const mixed = "\r\nOutput;id;Prompt;Arrival\r\n5;x;7;1\r\n";
    expect([...parseTrace(mixed).promptTokens]).toEqual([7]);
    expect([...parseTrace('"arrival","prompt","output"\n1,"2","3"').outputTokens]).toEqual([3]);
  });

  it("parseTrace(csv) names the line and the field of what is wrong", () => {
    const cases: [string, string][] = [
      ["", "empty trace: expected lines of arrival,prompt,output"],
      ["arrival,prompt,output", "trace has a header and no requests"],
      ["arrival,prompt\n1,2", 'line 1: missing column output in "arrival,prompt"'],
      ["1,2,3\n1,2", "line 2: missing output"],
      ["1,2,3\n\n1,,3", "line 3: missing prompt"],
      ["1,0,3", "line 1: prompt is not a whole number of tokens, 1 or more: 0"],
      ["1,2,3.5", "line 1: output is not a whole number of tokens, 1 or more: 3.5"],
      ["-1,2,3", "line 1: arrival is not seconds, 0 or more: -1"],
      ["1,2,3\nsoon,2,3", "line 2: arrival is not seconds, 0 or more: soon"],
      ["1,1e99,3", "line 1: prompt is not a whole number of tokens, 1 or more: 1e99"]
    ];
    for (const [text, message] of cases) expect(() => parseTrace(text)).toThrow(message);
  });

  it("parseTrace of anything gives requests or one line of words", () => {
    fc.assert(
      fc.property(fc.string({maxLength: 200}), (text) => {
        try {
          expect(parseTrace(text).n).toBeGreaterThan(0);
        } catch (error) {
          expect((error as Error).message).toMatch(/^[a-z][^\n]{5,120}$/);
        }
      })
    );
  });
});
