// @vitest-environment jsdom
import {beforeEach, describe, expect, it, vi} from "vitest";
import {doneExperiments, predict} from "../../src/components/predict.js";
import {host} from "../../src/components/host.js";

const number = (id: string, result = 1.07) => ({
  id,
  question: "How many times the weights?",
  stops: [0.1, 0.5, 1, 2, 10],
  format: (value: number) => `${value} times`,
  result
});
const section = (element: HTMLElement) => {
  const experiment = document.createElement("section");
  experiment.className = "experiment";
  experiment.append(element);
  document.body.replaceChildren(experiment);
  return experiment;
};
const press = (element: HTMLElement, text: string) =>
  [...element.querySelectorAll("button")].find((one) => one.textContent === text)?.click();
const figures = (element: HTMLElement) =>
  [...element.querySelectorAll("dd")].map((node) => node.textContent);

beforeEach(() => window.localStorage.clear());

describe("predict(question) by slider", () => {
  it("shows no result before the guess; then both side by side", () => {
    const element = predict(number("p/1"));
    const experiment = section(element);
    expect(element.textContent).not.toContain("1.07");
    expect(element.value).toEqual({isRevealed: false, guess: null});
    const slider = element.querySelector("input");
    if (slider) slider.value = "1";
    slider?.dispatchEvent(new Event("input"));
    expect(element.querySelector("output")?.textContent).toBe("0.5 times");
    press(element, "That is my guess");
    expect(figures(element)).toEqual(["0.5 times", "1.07 times"]);
    expect(element.value).toEqual({isRevealed: true, guess: 0.5});
    expect(experiment.hasAttribute("data-revealed")).toBe(true);
  });

  it("follows the result as inputs move and keeps the guess", () => {
    const element = predict(number("p/2"));
    section(element);
    press(element, "That is my guess");
    expect(predict(number("p/2", 2))).toBe(element);
    expect(figures(element)).toEqual(["1 times", "2 times"]);
  });

  it("does not move the reader's slider while the result moves behind it", () => {
    const element = predict(number("p/3"));
    section(element);
    const slider = element.querySelector("input");
    if (slider) slider.value = "4";
    predict(number("p/3", 3));
    expect(element.querySelector("input")?.value).toBe("4");
  });

  it("can be skipped, and asked again", () => {
    const element = predict(number("p/4"));
    const experiment = section(element);
    press(element, "Skip, show me");
    expect(figures(element)).toEqual(["1.07 times"]);
    expect(element.value).toEqual({isRevealed: true, guess: null});
    press(element, "Guess again");
    expect(element.querySelector("input")).not.toBeNull();
    expect(experiment.hasAttribute("data-revealed")).toBe(false);
    expect(doneExperiments(["p/4"]).size).toBe(0);
  });

  it("asks anew when the question or its stops change, and keeps the slider where it was", () => {
    const element = predict(number("p/9"));
    section(element);
    const slider = () => element.querySelector<HTMLInputElement>("input")!;
    slider().value = "3";
    slider().dispatchEvent(new Event("input", {bubbles: true}));
    predict({...number("p/9"), question: "How many times now?", stops: [1, 2, 3, 4]});
    expect(element.textContent).toContain("How many times now?");
    expect(element.querySelector("output")?.textContent).toBe("2 times");
    const same = slider();
    predict({...number("p/9"), question: "How many times now?", stops: [1, 2, 3, 4], result: 3});
    expect(slider()).toBe(same);
    press(element, "That is my guess");
    expect(figures(element)).toEqual(["2 times", "3 times"]);
  });

  it("dispatches input for view when it is settled", () => {
    const element = predict(number("p/5"));
    section(element);
    const heard = vi.fn();
    element.addEventListener("input", heard);
    element.querySelector("input")?.dispatchEvent(new Event("input", {bubbles: true}));
    expect(heard).not.toHaveBeenCalled();
    press(element, "That is my guess");
    expect(heard).toHaveBeenCalledTimes(1);
  });
});

describe("predict(question) by choice", () => {
  it("takes the choice as the guess", () => {
    const choices = ["prefill", "decode"];
    const element = predict({id: "p/6", question: "Which?", choices, result: "decode"});
    section(element);
    press(element, "prefill");
    expect(figures(element)).toEqual(["prefill", "decode"]);
  });
});

describe("memory of predictions", () => {
  it("is kept in this browser, so that the next visit opens revealed", () => {
    host.storage.set("predict:p/7", '{"guess":2}');
    const element = predict(number("p/7"));
    expect(figures(element)).toEqual(["2 times", "1.07 times"]);
    expect([...doneExperiments(["p/7", "p/none"])]).toEqual(["p/7"]);
  });

  it.each(["", "{", "[]", "null", '{"guess":{}}', '"x"'])("survives %j", (text) => {
    const id = `p/bad ${text}`;
    host.storage.set(`predict:${id}`, text);
    expect(() => predict(number(id))).not.toThrow();
  });

  it("works for the visit when storage is refused", () => {
    const refuse = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("no", "QuotaExceededError");
    });
    const element = predict(number("p/8"));
    section(element);
    press(element, "That is my guess");
    expect(figures(element)).toEqual(["1 times", "1.07 times"]);
    expect(doneExperiments(["p/8"]).has("p/8")).toBe(true);
    refuse.mockRestore();
  });
});
