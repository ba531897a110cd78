/** What a page costs to open: requests, compressed bytes, time to the first chart. */
import type {Browser} from "playwright-core";
import {quantile, type Measurement} from "./table.js";

const nRuns = 3;

interface Visit {
  requests: number;
  bytes: number;
  /** Seconds from navigation to the first chart, NaN where the page has none. */
  chartSeconds: number;
}

interface Brakes {
  /** How many times slower the processor is. */
  cpu: number;
  bitsPerSecond: number;
}

/** What `in-page.js` puts into each page. */
interface Measured {
  firstChartSeconds(patience: number): Promise<number>;
}

/** Opens a page with an empty cache. */
async function visit(browser: Browser, url: string, brakes?: Brakes): Promise<Visit> {
  const context = await browser.newContext({viewport: {width: 1280, height: 900}});
  const page = await context.newPage();
  page.setDefaultNavigationTimeout(120_000);
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  let requests = 0;
  let bytes = 0;
  session.on("Network.loadingFinished", ({encodedDataLength}) => {
    ++requests;
    bytes += encodedDataLength;
  });
  if (brakes) {
    await session.send("Emulation.setCPUThrottlingRate", {rate: brakes.cpu});
    const throughput = brakes.bitsPerSecond / 8;
    await session.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 0,
      downloadThroughput: throughput,
      uploadThroughput: throughput
    });
  }
  await page.addInitScript({path: "tools/bench/in-page.js"});
  await page.goto(url, {waitUntil: "networkidle"});
  const chartSeconds = await page.evaluate(
    (patience) => (window as unknown as Measured).firstChartSeconds(patience),
    100
  );
  await context.close();
  return {requests, bytes, chartSeconds};
}

async function visits(browser: Browser, url: string, brakes?: Brakes): Promise<Visit[]> {
  const runs: Visit[] = [];
  for (let i = 0; i < nRuns; ++i) runs.push(await visit(browser, url, brakes));
  return runs;
}

const median = (runs: readonly Visit[]) =>
  quantile(
    runs.map((run) => run.chartSeconds),
    0.5
  );

export async function measureLoad(
  browser: Browser,
  url: string,
  name: string
): Promise<Measurement[]> {
  const plain = await visits(browser, url);
  const slow = await visits(browser, url, {cpu: 4, bitsPerSecond: 9e6});
  const {requests, bytes} = plain[0] ?? {requests: NaN, bytes: NaN};
  const note = `median of ${nRuns}`;
  const chart = [
    {what: `${name}: first chart`, value: median(plain), unit: "s", target: 1, note},
    {what: `${name}: at 4x CPU, 9 Mbit/s`, value: median(slow), unit: "s", target: 2.5, note}
  ];
  return [
    {what: `${name}: requests`, value: requests, unit: "", target: 60},
    {what: `${name}: compressed`, value: bytes / 1000, unit: "KB", target: 450},
    ...(Number.isNaN(median(plain)) ? [] : chart)
  ];
}
