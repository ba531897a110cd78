/** Names that cells may use without an import, and the modules that stand behind them on this site. */
export const implicitModules: Readonly<Record<string, string>> = {
  aq: "npm:arquero",
  d3: "npm:d3",
  htl: "npm:htl",
  html: "npm:htl",
  svg: "npm:htl",
  Inputs: "npm:@observablehq/inputs",
  Plot: "npm:@observablehq/plot",
  tex: "npm:@observablehq/tex"
};

/** Names of Framework's own that need no module. */
export const ownNames: ReadonlySet<string> = new Set(
  (
    "display view visibility invalidation now width dark resize " +
    "FileAttachment Generators Mutable"
  ).split(" ")
);

/** Names that Framework would look for on another host: this site does not carry them. */
export const foreignNames: ReadonlySet<string> = new Set(
  (
    "_ Arrow dot duckdb DuckDBClient echarts L mapboxgl mermaid React ReactDOM sql SQLite " +
    "SQLiteDatabaseClient topojson vg vl aapl alphabet cars citywages diamonds flare industries " +
    "miserables olympians penguins pizza weather"
  ).split(" ")
);
