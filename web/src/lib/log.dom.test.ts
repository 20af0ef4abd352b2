/** Tests of browser logging. */
import { beforeEach, describe, expect, it, vi, type MockInstance } from "vitest";

import { log } from "./log";

describe("log", () => {
  let warn: MockInstance;
  let error: MockInstance;

  beforeEach(() => {
    warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    error = vi.spyOn(console, "error").mockImplementation(() => undefined);
  });

  it("shows warnings and errors by default", () => {
    log.warn("query_failed", { code: "X" });
    log.error("query_failed");
    expect(warn).toHaveBeenCalledWith("query_failed", { code: "X" });
    expect(error).toHaveBeenCalledOnce();
  });

  it("applies the stored level, or the default for an invalid one", () => {
    window.localStorage.setItem("logLevel", "error");
    log.warn("query_failed");
    expect(warn).not.toHaveBeenCalled();
    log.error("query_failed");
    expect(error).toHaveBeenCalledOnce();
    window.localStorage.setItem("logLevel", "loud");
    log.warn("query_failed");
    expect(warn).toHaveBeenCalledOnce();
  });
});
