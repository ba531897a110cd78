import {describe, expect, it} from "vitest";
import {
  agentAnswer,
  agentWorkload,
  userFirstAnswer,
  volumeAnswer
} from "../../../src/lib/answers/economics-tasks.js";
import type {Workload} from "../../../src/lib/cost/fleet.js";
import {monthlyUsd} from "../../../src/lib/cost/fleet.js";
import {replicaAtLoad} from "../../../src/lib/cost/replica.js";
import type {Segment} from "../../../src/lib/cost/segments.js";
import {gpuById, modelById} from "../../catalog-data.js";
import {expectWithin, sol, tiers} from "../cost/fixtures.js";

const setUp = {
  requestsPerSecond: (workload: Workload) =>
    replicaAtLoad(modelById("llama3.1-8b"), {
      gpu: gpuById("h100-sxm"),
      weightDtype: "fp8",
      kvDtype: "fp8",
      ...workload
    }).requestsPerSecond
};

describe("volumeAnswer", () => {
  it("volumeAnswer(mid) is 34,016 generations: just above today's 33,000", () => {
    expect(volumeAnswer(tiers[1]!, setUp)).toMatch(
      /^Loses by \$52 a month\. Breaks even at 34,016 generations a month: 103,078 daily users/
    );
  });

  it("volumeAnswer(small) is never", () => {
    expect(volumeAnswer(tiers[2]!, setUp)).toMatch(/^Loses by \$1,560 a month, and never wins/);
  });
});

describe("agentAnswer", () => {
  // 33,000 · (18,000 · 5 + 42,000 · 0.5 + 500 · 30) / 10⁶ = $4,158; self-hosted $1,728
  it("agentAnswer(tiers) is self-hosting: 4,158 − 1,728; hits before output, other than for writers", () => {
    expectWithin(monthlyUsd(agentWorkload, sol), 4_158);
    // hits: 33,000 · 6,000 · 4.5 / 10⁶; output: 33,000 · 150 · 30 / 10⁶
    expect(agentAnswer(tiers, setUp)).toBe(
      "All self-hosted $2,430, Half of the traffic one tier down $1,247, Hit rate + 10 points $891, Output − 30 % $149, Half by batch $0"
    );
  });
});

describe("userFirstAnswer", () => {
  it("userFirstAnswer(segments) moves what one user shares to the front", () => {
    const segments: Segment[] = [
      {name: "rules", tokens: 8_192, sharedBy: "everyone"},
      {name: "profile", tokens: 1_024, sharedBy: "user"},
      {name: "ask", tokens: 1_024, sharedBy: "nobody"}
    ];
    const rates = {everyone: 1, template: 0, user: 0.001};
    // warm 1 and 1 − e^−0.3 = 0.2592: (8,192 + 1,024 · 0.2592) / 10,240 and 9,216 · 0.2592 / 10,240
    expect(userFirstAnswer(segments, {lifetimeSeconds: 300, rates})).toMatch(
      /^The hit rate falls from 82\.6 % to 23\.3 %/
    );
  });
});
