// @vitest-environment jsdom
import fc from "fast-check";
import {describe, expect, it, vi} from "vitest";
import {svg} from "../../src/components/dom.js";
import {csvOf, svgOf} from "../../src/components/export.js";
import {figure, tableOf} from "../../src/components/figure.js";
import {host} from "../../src/components/host.js";

const rows = [
  {context: 1024, kv: 134217728, name: "a"},
  {context: 131072, kv: 17179869184, name: 'b, "c"'}
];
const columns = [
  {key: "context", label: "Context", unit: "tokens"},
  {key: "kv", label: "KV cache", unit: "B", format: (bytes: number) => `${bytes / 2 ** 30}`},
  {key: "name", label: "Name"}
] as const;

describe("tableOf(rows, options)", () => {
  const table = tableOf(rows, {title: "KV cache", columns});
  const texts = (selector: string) =>
    [...table.querySelectorAll(selector)].map((node) => node.textContent);
  it("is a table with a caption, units in the head and figures as formatted", () => {
    expect(table.caption?.textContent).toBe("KV cache");
    expect(texts("thead th")).toEqual(["Context tokens", "KV cache B", "Name"]);
    expect(texts("tbody tr:last-child td")).toEqual(["131072", "16", 'b, "c"']);
  });
  it("names its columns for a screen reader and sets numbers to the right", () => {
    const heads = [...table.querySelectorAll("th")];
    expect(heads.every((head) => head.scope === "col")).toBe(true);
    expect(heads.map((head) => head.className)).toEqual(["lab-right", "lab-right", ""]);
  });
});

describe("csvOf(rows, columns)", () => {
  it("writes numbers in full, units in the head, quotes doubled, lines ended by CRLF", () => {
    expect(csvOf(rows, columns)).toBe(
      'Context (tokens),KV cache (B),Name\r\n1024,134217728,a\r\n131072,17179869184,"b, ""c"""\r\n'
    );
  });
  it("keeps a text from being run by a spreadsheet, and leaves negative numbers alone", () => {
    const texts = [{t: "=1+1"}, {t: "-x"}, {t: "@a"}, {t: "-1"}];
    expect(csvOf(texts, [{key: "t", label: "T"}])).toBe("T\r\n'=1+1\r\n'-x\r\n'@a\r\n-1\r\n");
    const head = (label: string) => csvOf([{t: "-2+3"}], [{key: "t", label}]);
    expect(head("=1+1")).toBe("'=1+1\r\n'-2+3\r\n");
    expect(csvOf([{t: -1.5}, {t: null}], [{key: "t", label: "T"}])).toBe("T\r\n-1.5\r\n\r\n");
  });
  it("has as many fields in each line as columns, whatever the text", () => {
    fc.assert(
      fc.property(fc.array(fc.record({a: fc.string(), b: fc.string()}), {minLength: 1}), (data) => {
        const text = csvOf(data, [
          {key: "a", label: "A"},
          {key: "b", label: "B"}
        ]);
        const bare = text.replace(/"(?:[^"]|"")*"/g, "q");
        const lines = bare.split("\r\n").slice(0, -1);
        expect(lines).toHaveLength(data.length + 1);
        for (const line of lines) expect(line.split(",")).toHaveLength(2);
      })
    );
  });
});

describe("figure(render, options)", () => {
  const chart = ({width}: {width: number}) =>
    svg("svg", {width, height: 100}, svg("g", {"aria-label": "line"}));
  const options = (filename: string, description = "16 GiB at 128K.") => ({
    title: "KV cache against context",
    description,
    rows,
    columns,
    filename
  });
  const button = (element: HTMLElement, text: string) =>
    [...element.querySelectorAll("button")].find((one) => one.textContent === text);

  it("is one picture with title and sentence, drawn as wide as it is", () => {
    const element = figure(chart, options("one"));
    const picture = element.querySelector("[role=img]");
    const name = document.createElement("div");
    name.append(element);
    const text = (attribute: string) =>
      name.querySelector(`#${picture?.getAttribute(attribute)}`)?.textContent;
    expect(text("aria-labelledby")).toBe("KV cache against context");
    expect(text("aria-describedby")).toBe("16 GiB at 128K.");
    expect(picture?.querySelector("svg")?.getAttribute("width")).toBe("640");
    expect(picture?.querySelector("svg")?.getAttribute("aria-hidden")).toBe("true");
  });

  it("is the same element when its cell runs again, with the table left open", () => {
    const element = figure(chart, options("two"));
    button(element, "Table")?.click();
    expect(element.querySelectorAll("tbody tr")).toHaveLength(2);
    const again = figure(chart, {...options("two", "Other."), rows: rows.slice(1)});
    expect(again).toBe(element);
    expect(again.querySelectorAll("tbody tr")).toHaveLength(1);
    expect(again.querySelector("figcaption")?.textContent).toBe("Other.");
    expect(again.querySelector<HTMLElement>(".lab-chart")?.hidden).toBe(true);
    button(element, "Table")?.click();
    expect(again.querySelector<HTMLElement>(".lab-chart")?.hidden).toBe(false);
  });

  it("draws what is out of view before printing", () => {
    const observer = class {
      observe = () => undefined;
    };
    vi.stubGlobal("IntersectionObserver", observer);
    vi.stubGlobal("ResizeObserver", observer);
    const render = vi.fn(chart);
    figure(render, options("print"));
    expect(render).not.toHaveBeenCalled();
    window.dispatchEvent(new Event("beforeprint"));
    expect(render).toHaveBeenCalledExactlyOnceWith({width: 640});
    vi.unstubAllGlobals();
  });

  it("draws what is just out of view when the inputs have been still for a moment", () => {
    vi.useFakeTimers();
    const inside: Record<string, boolean> = {"0px": false, "200px 0px": true};
    type Callback = (entries: readonly {isIntersecting: boolean}[]) => void;
    vi.stubGlobal(
      "IntersectionObserver",
      function (callback: Callback, {rootMargin}: {rootMargin: string}) {
        const isIntersecting = inside[rootMargin] ?? false;
        return {observe: () => callback([{isIntersecting}])};
      }
    );
    const render = vi.fn(chart);
    for (let step = 0; step < 3; ++step) figure(render, options("near"));
    expect(render).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1000);
    expect(render).toHaveBeenCalledTimes(1);
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it("makes the rows only when they are asked for", () => {
    const make = vi.fn(() => rows);
    const element = figure(chart, {...options("three"), rows: make});
    expect(make).not.toHaveBeenCalled();
    button(element, "Table")?.click();
    expect(make).toHaveBeenCalled();
  });

  it("hands out the table as CSV and the chart as SVG, through the host", async () => {
    const download = vi.spyOn(host, "download").mockImplementation(() => undefined);
    const element = figure(chart, options("four"));
    button(element, "CSV")?.click();
    button(element, "SVG")?.click();
    await vi.waitFor(() => expect(download).toHaveBeenCalledTimes(2));
    expect(download.mock.calls.map(([file]) => [file.name, file.blob.type])).toEqual([
      ["four.csv", "text/csv;charset=utf-8"],
      ["four.svg", "image/svg+xml"]
    ]);
    download.mockRestore();
  });
});

describe("svgOf(chart, title)", () => {
  it("is a document of its own: size, title, background, no class and no variable left", () => {
    const chart = document.createElement("div");
    const bar = svg("rect", {class: "bar", width: 10, height: 10, style: "fill: rgb(1, 2, 3)"});
    chart.append(svg("svg", {width: 300, height: 100, "aria-hidden": "true"}, bar));
    document.body.append(chart);
    const picture = new DOMParser().parseFromString(svgOf(chart, "A & B"), "image/svg+xml");
    expect(picture.querySelector("parsererror")).toBeNull();
    const root = picture.documentElement;
    expect(root.getAttribute("width")).toBe("332");
    expect(root.querySelector("title")?.textContent).toBe("A & B");
    expect(root.querySelector("svg > svg rect")?.getAttribute("style")).toContain(
      "fill:rgb(1, 2, 3)"
    );
    expect(root.outerHTML).not.toMatch(/class=|var\(/);
  });
});
