import {existsSync, readFileSync} from "node:fs";
import {describe, expect, it} from "vitest";
import {chapter, chapterMinutes} from "../../src/lib/chapter.js";

const source = (name: string) => {
  const file = `src/pages/${name}.md`;
  return existsSync(file) ? readFileSync(file, "utf8") : null;
};

describe("chapter", () => {
  it("names each page and each experiment once, the experiment under its page", () => {
    const ids = chapter.flatMap(({experiments}) => experiments.map(({id}) => id));
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(chapter.map(({name}) => name)).size).toBe(chapter.length);
    for (const {name, experiments} of chapter)
      for (const {id} of experiments) expect(id.startsWith(`${name}/`)).toBe(true);
  });

  it("holds the six experiments that the chapter requires", () => {
    const required = chapter.flatMap(({experiments}) => experiments.filter((e) => e.isRequired));
    expect(required.map(({id}) => id)).toEqual([
      "kv-cache/128k",
      "kv-cache/mha",
      "kv-cache/mla",
      "unit-economics/bill",
      "unit-economics/cache",
      "unit-economics/remix"
    ]);
  });

  it.each(chapter.map((page) => [page.name, page] as const))(
    "%s asks the question of its title and each of its experiments",
    (name, {question, experiments}) => {
      const text = source(name);
      expect(text, "page exists").not.toBeNull();
      expect(text).toMatch(new RegExp(`^# ${question.replace(/[?]/g, "\\?")}$`, "m"));
      const asked = [...(text ?? "").matchAll(/id: "([\w-]+\/[\w-]+)"/g)].map(([, id]) => id);
      expect(asked.sort()).toEqual(experiments.map(({id}) => id).sort());
    }
  );
});

describe("chapterMinutes(pages)", () => {
  it("adds the minutes up", () => {
    expect(chapterMinutes([{minutes: 20}, {minutes: 30}])).toBe(50);
    expect(chapterMinutes([])).toBe(0);
  });
});
