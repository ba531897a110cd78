// @vitest-environment jsdom
import {readdirSync, readFileSync} from "node:fs";
import {afterEach, describe, expect, it, vi} from "vitest";
import {host} from "../../src/components/host.js";

afterEach(() => vi.restoreAllMocks());

describe("host.storage", () => {
  it("keeps text under a name of the lab's own", () => {
    expect(host.storage.set("a", "1")).toBe(true);
    expect(window.localStorage.getItem("inference-lab:a")).toBe("1");
    expect(host.storage.get("a")).toBe("1");
    host.storage.remove("a");
    expect(host.storage.get("a")).toBeNull();
  });
  it("lists its keys by their start, and nobody else's", () => {
    window.localStorage.setItem("other:list:x", "1");
    host.storage.set("list:b", "1");
    host.storage.set("list:a", "1");
    expect(host.storage.keys("list:")).toEqual(["list:a", "list:b"]);
    for (const key of ["list:a", "list:b"]) host.storage.remove(key);
    expect(host.storage.keys("list:")).toEqual([]);
  });
  it("holds in memory what the browser refuses, and says so", () => {
    for (const method of ["getItem", "setItem", "removeItem"] as const)
      vi.spyOn(Storage.prototype, method).mockImplementation(() => {
        throw new DOMException("denied", "SecurityError");
      });
    expect(host.storage.set("b", "2")).toBe(false);
    expect(host.storage.get("b")).toBe("2");
    host.storage.remove("b");
    expect(host.storage.get("b")).toBeNull();
  });
});

describe("host.address", () => {
  it("reads and writes the query, keeping path and fragment", () => {
    window.history.replaceState(null, "", "/p?x=1#f");
    expect(host.address.search()).toBe("x=1");
    host.address.replace("y=2");
    expect(window.location.href).toMatch(/\/p\?y=2#f$/);
    host.address.push("");
    expect(window.location.href).toMatch(/\/p#f$/);
  });
  it("stops to listen when told", () => {
    const heard = vi.fn();
    const stop = host.address.listen(heard);
    window.dispatchEvent(new PopStateEvent("popstate"));
    stop();
    window.dispatchEvent(new PopStateEvent("popstate"));
    expect(heard).toHaveBeenCalledTimes(1);
  });
});

describe("host.copy(text)", () => {
  it("is true when the clipboard takes it, false when nothing does", async () => {
    const writeText = vi.fn(() => Promise.resolve());
    vi.stubGlobal("navigator", {...navigator, clipboard: {writeText}});
    await expect(host.copy("text")).resolves.toBe(true);
    expect(writeText).toHaveBeenCalledWith("text");
    vi.stubGlobal("navigator", {...navigator, clipboard: undefined});
    await expect(host.copy("text")).resolves.toBe(false);
    expect(document.querySelector("textarea")).toBeNull();
    vi.unstubAllGlobals();
  });
});

describe("the single door", () => {
  it("is used by every other component", () => {
    const folder = "src/components";
    const door =
      /\b(localStorage|sessionStorage|indexedDB)\b|\bnavigator\.clipboard|\bnew Worker\b|\b(window|document)\.(location|history)\b|\bhistory\.(push|replace)State|\blocation\.(search|href|hash|assign|replace)\b/;
    const others = readdirSync(folder).filter((name) => name.endsWith(".ts") && name !== "host.ts");
    const offenders = others.filter((name) => door.test(readFileSync(`${folder}/${name}`, "utf8")));
    expect(offenders).toEqual([]);
  });
});
