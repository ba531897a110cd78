import {describe, expect, it} from "vitest";
import {
  expandedAgainstLatent,
  sentence,
  validationAnswer,
  verdictText,
  worstSlip
} from "../../../src/lib/answers/validation.js";
import type {Verdict} from "../../../src/lib/checks/figure.js";
import {mistakes} from "../../../src/lib/mistakes.js";
import {modelById} from "../../catalog-data.js";

const figures = (...verdicts: Verdict[]) => verdicts.map((verdict) => ({verdict}));

describe("validationAnswer and verdictText", () => {
  it("validationAnswer(figures) says what is reproduced, what differs, and that nothing fails", () => {
    const two = figures("reproduced", "reproduced", "publication differs", "publication differs");
    expect(validationAnswer(two).text).toBe(
      "2 of 4 published figures are reproduced within their own precision; 2 contradict their own publication, and the lab fails none."
    );
  });

  it("validationAnswer(figures) does not hide failures or gaps", () => {
    const {text} = validationAnswer(figures("fails", "input missing"));
    expect(text).toContain("1 lacks an input, and the lab fails 1.");
  });

  it("verdictText(figures) counts the verdicts that there are", () => {
    expect(verdictText(figures("reproduced", "fails"))).toBe("2 figures: 1 reproduced, 1 wrong.");
    expect(verdictText([])).toBe("No figure passes these filters.");
  });

  it("sentence(text) has a capital and one full stop", () => {
    expect(sentence("the quotient is 7.34")).toBe("The quotient is 7.34.");
    expect(sentence("Done.")).toBe("Done.");
  });
});

describe("worstSlip", () => {
  it("worstSlip(slips) is the windows of Gemma-3-27B at 128K: 62.00 GiB for 10.41", () => {
    const slips = mistakes(modelById("gemma-3-27b"), {contextTokens: 131072});
    const {name, factor} = worstSlip(slips);
    expect(name).toBe("sliding windows ignored");
    expect(factor).toBeCloseTo(5.958, 3);
  });

  it("worstSlip(slips) takes the inverse of what is too little, and leaves nothing out of it", () => {
    const slip = {unit: "bytes", wrong: 0, right: 4} as const;
    const all = mistakes(modelById("llama3.1-8b"), {contextTokens: 1024});
    expect(worstSlip(all).factor).toBe(4);
    expect(worstSlip([{...all[0]!, ...slip, ratio: 0}]).factor).toBe(1);
  });
});

describe("expandedAgainstLatent", () => {
  it("expandedAgainstLatent(model) is 71 times for DeepSeek-R1", () => {
    const {nHeads, expanded, latent} = expandedAgainstLatent(modelById("deepseek-r1"));
    expect([nHeads, expanded, latent]).toEqual([128, 4997120, 70272]);
  });
});
