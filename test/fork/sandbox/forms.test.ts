// @vitest-environment jsdom
import {afterEach, beforeAll, describe, expect, it, vi} from "vitest";
import {obeyForms} from "../../../src/fork/sandbox/forms.js";

beforeAll(() => obeyForms(document));
afterEach(() => document.body.replaceChildren());

function pressed(html: string, selector: string) {
  document.body.innerHTML = html;
  const heard = vi.fn((event: Event) => event.preventDefault());
  document.querySelector("form")?.addEventListener("submit", heard);
  document.querySelector<HTMLElement>(selector)?.click();
  return heard;
}

describe("obeyForms(document)", () => {
  it("tells a form once that its button was pressed, and by which", () => {
    const heard = pressed("<form><button><b>Go</b></button></form>", "b");
    expect(heard).toHaveBeenCalledTimes(1);
    const event = heard.mock.calls[0]?.[0] as SubmitEvent;
    expect(event.submitter?.textContent).toBe("Go");
    expect(event.isTrusted).toBe(false);
  });

  it("finds the form of a button that stands elsewhere", () => {
    const html = '<form id="f"></form><input type="submit" form="f">';
    expect(pressed(html, "input")).toHaveBeenCalledTimes(1);
  });

  it.each([
    ["a button of another kind", '<form><button type="button">Go</button></form>'],
    ["a button that is switched off", "<form><button disabled>Go</button></form>"],
    ["a form with a box that must be filled", "<form><input required><button>Go</button></form>"]
  ])("does not for %s", (_, html) => {
    expect(pressed(html, "button")).not.toHaveBeenCalled();
  });
});
