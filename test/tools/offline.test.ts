import {pathToFileURL} from "node:url";
import {describe, expect, it} from "vitest";
import {run, runOffline} from "../../tools/offline.js";

const preload = `--import ${pathToFileURL("tools/no-network.js").href}`;

describe("run(command)", () => {
  it("returns exit code and output", async () => {
    const {code, output} = await run(["node", "-e", "console.log(7); process.exit(3)"], {
      quiet: true
    });
    expect([code, output.trim()]).toEqual([3, "7"]);
  });
});

describe("runOffline(command)", () => {
  it("lets nothing reach another host", async () => {
    const script = 'fetch("http://192.0.2.1/").then(() => process.exit(1), () => process.exit(0))';
    expect((await runOffline(["node", "-e", script], {quiet: true})).code).toBe(0);
  });
});

describe("tools/no-network.js", () => {
  it.each([
    ["fetch", 'await fetch("http://127.0.0.1:9/")'],
    ["connect", '(await import("node:net")).connect(9, "127.0.0.1")'],
    ["connect", '(await import("node:http")).get("http://127.0.0.1:9/")'],
    ["lookup", '(await import("node:dns")).lookup("localhost", () => {})']
  ])("makes %s throw: %s", async (what, script) => {
    const command = ["node", "--input-type=module", "-e", script];
    const {code, output} = await run(command, {quiet: true, env: {NODE_OPTIONS: preload}});
    expect(code).toBe(1);
    expect(output).toContain(`network is cut: ${what}`);
  });
});
