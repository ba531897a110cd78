import {describe, expect, it} from "vitest";
import {validationAnswer} from "../../../src/lib/answers/validation.js";
import type {Verdict} from "../../../src/lib/checks/figure.js";

const answer = (...verdicts: Verdict[]) =>
  validationAnswer(verdicts.map((verdict) => ({verdict}))).text;

describe("validationAnswer", () => {
  it("validationAnswer(figures) says what is reproduced, what differs, and that nothing fails", () => {
    expect(answer("reproduced", "reproduced", "publication differs", "publication differs")).toBe(
      "2 of 4 published figures are reproduced within their own precision; 2 contradict their own publication, and the lab fails none."
    );
  });

  it("validationAnswer(figures) does not hide failures or gaps", () => {
    expect(answer("fails", "not covered")).toContain("1 wait for the page of their technique");
    expect(answer("fails", "not covered")).toContain("and the lab fails 1.");
  });
});
