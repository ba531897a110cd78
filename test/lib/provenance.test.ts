import {describe, expect, it} from "vitest";
import {provenance} from "../../src/lib/provenance.js";

const row = (retrieved: string, asOf: string | null, verified = true) => ({
  source: "s",
  retrieved,
  asOf,
  verified
});

describe("provenance(rows)", () => {
  it("counts rows, the verified and the dated, and takes the outermost dates", () => {
    const rows = [
      row("2026-11-29", "2026-08-02"),
      row("2026-11-28", null, false),
      row("2026-11-27", "2025-01-31")
    ];
    expect(provenance(rows)).toEqual({
      nRows: 3,
      nVerified: 2,
      nDated: 2,
      retrieved: "2026-11-29",
      dates: ["2025-01-31", "2026-08-02"]
    });
  });
  it("has no dates where no row has one of its own", () => {
    expect(provenance([{source: "s", retrieved: "2026-11-29", verified: true}]).dates).toBeNull();
  });
  it("refuses no rows at all", () => {
    expect(() => provenance([])).toThrow("no rows: 0");
  });
});
