interface Template {
  readonly title: string;
  readonly source: string;
}

/** What "New notebook" starts from. */
export const templates: Readonly<Record<string, Template>> = {
  empty: {
    title: "New notebook",
    source: "# New notebook\n\n```js\n1 + 1\n```\n"
  },
  experiment: {
    title: "New experiment",
    source: `# How many readers fit?

\`\`\`js
answer({value: formatCount(fit.maxReaders), text: \`readers of \${formatTokens(inputs.ctx)} fit on one \${gpu.name}.\`})
\`\`\`

\`\`\`js
const state = pageState(defaults, {models, rows, gpus: gpus.filter((card) => card.hbmBytes)});
const inputs = view(state.form(["m", "ctx", "gpu"]));
\`\`\`

\`\`\`js
const contexts = Array.from({length: 11}, (_, i) => defaults.ctx * 2 ** i);
const points = contexts.map((contextTokens) => ({contextTokens, readers: readersThatFit(contextTokens).maxReaders}));
\`\`\`

\`\`\`js
Plot.plot({
  width,
  title: "Readers that fit, by context",
  x: {type: "log", base: 2, label: "context, tokens", tickFormat: axisTokens},
  y: {label: "readers", grid: true},
  marks: [Plot.ruleY([0]), Plot.lineY(points, {x: "contextTokens", y: "readers", marker: true, tip: true})]
})
\`\`\`

## Check

Twice the context, half the readers, or one fewer for rounding:

\`\`\`js
points.every(({readers}, i) => i === 0 || readers <= points[i - 1].readers)
\`\`\`

## How is this computed?

\`\`\`js
const defaults = {m: "llama3.1-8b", ctx: 1024, gpu: "h100-sxm"};
\`\`\`

\`\`\`js
const readersThatFit = (contextTokens) => memoryFit(model, {
  gpu,
  nGpus: 1,
  tp: 1,
  pp: 1,
  weightDtype: "bf16",
  kvDtype: "bf16",
  contextTokens,
  batchSize: 1
});
const fit = readersThatFit(inputs.ctx);
\`\`\`

\`\`\`js
const model = state.model(inputs.m);
const gpu = state.gpu(inputs.gpu);
\`\`\`

\`\`\`js
const {models, rows} = await FileAttachment("/data/models.json").json();
const gpus = await FileAttachment("/data/gpus.json").json();
\`\`\`

\`\`\`js
import {answer} from "/components/parts.js";
import {pageState} from "/components/state.js";
import {memoryFit} from "/lib/fit.js";
import {axisTokens} from "/lib/format/axis.js";
import {formatCount, formatTokens} from "/lib/format.js";
\`\`\`
`
  }
};
