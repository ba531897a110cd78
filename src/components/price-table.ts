import type {ApiPrice} from "../lib/cost/price-file.js";
import {asOfText} from "../lib/cost/price-file.js";
import {formatUsd} from "../lib/format.js";
import {el, fill, keep} from "./dom.js";
import {linked} from "./parts.js";
import type {PageState} from "./state.js";
import {scrollTable} from "./table.js";

export interface PriceTableOptions {
  readonly state: PageState;
  /** One tier, or all */
  readonly tier: string;
  /** The reader's month at a row's prices, USD */
  readonly usdOf: (row: ApiPrice) => number;
}

interface Column {
  readonly label: string;
  readonly unit?: string;
  /** What the column is sorted by */
  readonly key: (row: ApiPrice) => number | string;
  readonly text: (row: ApiPrice) => string;
  readonly isText?: boolean;
}

const million = "$ per 1M";
const money = (usd: number | null) => (usd === null ? "—" : formatUsd(usd));

const columns: readonly Column[] = [
  {label: "Tier", key: (r) => r.tier, text: (r) => r.tier, isText: true},
  priceColumn("Input", (r) => r.inputUsdPerMillionTokens),
  priceColumn("Cached", (r) => r.cachedInputUsdPerMillionTokens),
  priceColumn("Output", (r) => r.outputUsdPerMillionTokens),
  priceColumn("Write, 5 min", (r) => r.cacheWriteUsdPerMillionTokens),
  priceColumn("Write, 1 h", (r) => r.cacheWrite1hUsdPerMillionTokens),
  {label: "Checked", key: (r) => r.asOf ?? "", text: (r) => asOfText(r.asOf), isText: true}
];

function priceColumn(label: string, usd: (row: ApiPrice) => number | null): Column {
  return {label, unit: million, key: (row) => usd(row) ?? Infinity, text: (row) => money(usd(row))};
}

/** Sorted by the reader's month until a head is pressed. */
const BILL = -1;
const MODEL = -2;

interface Sort {
  readonly column: number;
  readonly isDown: boolean;
}

/**
 * All API prices, with the reader's month beside each. A head sorts; a button puts the model into
 * the charts as its tier.
 */
export function priceTable(
  rows: readonly ApiPrice[],
  {state, tier, usdOf}: PriceTableOptions
): HTMLElement {
  const table = keep("price-table", () => makeTable(rows, state));
  table.show({tier, usdOf});
  return table.element;
}

type Shown = Pick<PriceTableOptions, "tier" | "usdOf">;

function makeTable(rows: readonly ApiPrice[], state: PageState) {
  const lines = new Map(rows.map((row) => [row, makeLine(row, state)]));
  const body = el("tbody");
  let sort: Sort = {column: BILL, isDown: false};
  let shown: Shown | undefined;
  let isVisible = typeof IntersectionObserver === "undefined";
  const heads = headCells((column) => {
    sort = {column, isDown: sort.column === column && !sort.isDown};
    update();
  });

  function update(isPrinted = false): void {
    if (!shown || !(isVisible || isPrinted)) return;
    const {tier, usdOf} = shown;
    const bills = new Map(rows.map((row) => [row, usdOf(row)]));
    for (const [row, {bill}] of lines) setText(bill, formatUsd(bills.get(row) ?? NaN));
    const byBill = (row: ApiPrice) => bills.get(row) ?? NaN;
    const byModel = (row: ApiPrice) => row.model.toLowerCase();
    const key = columns[sort.column]?.key ?? (sort.column === MODEL ? byModel : byBill);
    const order = sorted(
      rows.filter((row) => tier === "all" || row.tier === tier),
      {key, isDown: sort.isDown}
    );
    place(
      body,
      order.map((row) => lines.get(row)?.element ?? body)
    );
    heads.mark(sort);
  }

  const head = el("thead", {}, el("tr", {}, heads.elements));
  const element = scrollTable([head, body], {label: "Prices"});
  onView(element, (isNow) => {
    isVisible = isNow;
    update();
  });
  window.addEventListener("beforeprint", () => update(true));
  return {
    element,
    show(next: Shown) {
      shown = next;
      update();
    }
  };
}

function onView(element: HTMLElement, callback: (isVisible: boolean) => void): void {
  if (typeof IntersectionObserver === "undefined") return;
  new IntersectionObserver((entries) => callback(entries.at(-1)?.isIntersecting ?? true), {
    rootMargin: "200px 0px"
  }).observe(element);
}

function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** Leaves the rows alone when they already stand in this order. */
function place(body: HTMLElement, order: readonly HTMLElement[]): void {
  const isSame =
    body.children.length === order.length && order.every((line, i) => body.children[i] === line);
  if (!isSame) fill(body, order);
}

function sorted(
  rows: readonly ApiPrice[],
  {key, isDown}: {readonly key: (row: ApiPrice) => number | string; readonly isDown: boolean}
): ApiPrice[] {
  const ascending = rows.toSorted((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
  return isDown ? ascending.reverse() : ascending;
}

function headCells(onSort: (column: number) => void) {
  const order = [
    {label: "Model", isText: true, column: MODEL},
    {label: "Your month", unit: "USD", column: BILL},
    ...columns.map(({label, unit, isText}, column) => ({label, unit, isText, column}))
  ] as readonly {label: string; unit?: string; isText?: boolean; column: number}[];
  const cells = order.map(({label, unit, isText, column}) => {
    const button = el(
      "button",
      {type: "button", class: "lab-quiet", onclick: () => onSort(column)},
      label
    );
    const small = unit ? el("small", {}, ` ${unit}`) : null;
    const cell = el("th", {scope: "col", class: isText ? null : "lab-right"}, button, small);
    return {cell, column};
  });
  const word = (text: string) => el("th", {scope: "col"}, text);
  const [model, ...rest] = cells.map(({cell}) => cell);
  return {
    elements: [model ?? word("Model"), word("Into the charts"), ...rest, word("Source")],
    mark({column, isDown}: Sort) {
      for (const {cell, column: own} of cells)
        if (own === column) cell.setAttribute("aria-sort", isDown ? "descending" : "ascending");
        else cell.removeAttribute("aria-sort");
    }
  };
}

const slots = {flagship: "tier", mid: "mid", small: "small"} as const;

function makeLine(row: ApiPrice, state: PageState) {
  const bill = el("td", {class: "lab-right"});
  const cells = columns.map(({text, isText}) =>
    el("td", {class: isText ? null : "lab-right"}, text(row))
  );
  const key = slots[row.tier];
  const use = el(
    "button",
    {
      type: "button",
      class: "lab-quiet",
      "aria-label": `as ${row.tier}: ${row.model} by ${row.provider}`,
      onclick: () => state.set({[key]: row.id})
    },
    `as ${row.tier}`
  );
  const mark = () => use.setAttribute("aria-pressed", String(state.values[key] === row.id));
  state.subscribe([key], mark);
  mark();
  const model = el(
    "th",
    {scope: "row", style: "max-width:12rem;overflow-wrap:anywhere"},
    row.model,
    el("small", {style: "display:block"}, row.provider)
  );
  const source = el("td", {style: "white-space:nowrap"}, linked(row.source));
  const element = el("tr", {}, model, el("td", {}, use), bill, cells, source);
  return {element, bill};
}
