import i18next from "i18next";
import { describe, expect, it, vi } from "vitest";

import { stubFetch } from "@/testing/fetch-stub";

import { onUnready } from "./account-readiness";
import { api } from "./client";
import { ApiError } from "./errors";
import { onSessionChange, readSessionToken, storeSession } from "./session-token";

async function failureOf(call: Promise<unknown>): Promise<ApiError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error("The call did not fail.");
}

describe("api", () => {
  it("sends the session token as bearer, and JSON", async () => {
    storeSession("secret", {});
    const calls = stubFetch({ "POST /api/interviews": { json: { success: true } } });
    await api.post("/api/interviews", { title: "A" }, { operationId: "op1" });
    expect(calls[0]!.headers.get("Authorization")).toBe("Bearer secret");
    expect(calls[0]!.headers.get("Content-Type")).toBe("application/json");
    expect(calls[0]!.headers.get("X-Operation-Id")).toBe("op1");
    expect(calls[0]!.body).toEqual({ title: "A" });
  });

  it("keeps the session token out of candidate calls", async () => {
    storeSession("secret", {});
    const calls = stubFetch({ "GET /api/interviews/candidate/t": {} });
    await api.get("/api/interviews/candidate/t", { asCandidate: true });
    expect(calls[0]!.headers.has("Authorization")).toBe(false);
  });

  it("leaves empty query values out", async () => {
    const calls = stubFetch({ "GET /api/x": {} });
    await api.get("/api/x", { query: { page: 2, q: "", limit: undefined, all: false } });
    expect(calls[0]!.url).toBe("/api/x?page=2&all=false");
  });

  it("turns a refusal into an ApiError with code, fields and wait", async () => {
    stubFetch({
      "POST /api/x": {
        status: 422,
        headers: { "Retry-After": "7" },
        json: {
          success: false,
          error: "Please check the form.",
          message: "Please check the form.",
          code: "VALIDATION_ERROR",
          fields: [{ path: "body.title", message: "Too long." }, { broken: true }],
        },
      },
    });
    const error = await failureOf(api.post("/api/x", {}));
    expect(error).toMatchObject({
      message: "Please check the form.",
      code: "VALIDATION_ERROR",
      status: 422,
      retryAfterSeconds: 7,
      fields: [{ path: "body.title", message: "Too long." }],
    });
  });

  it("survives an answer that is no JSON", async () => {
    vi.stubGlobal("fetch", () => Promise.resolve(new Response("<html>", { status: 502 })));
    expect(await failureOf(api.get("/api/x"))).toMatchObject({ status: 502, code: "HTTP_502" });
  });

  it.each([401, 403])("signs out on %i", async (status) => {
    storeSession("secret", {});
    const reasons: unknown[] = [];
    const stop = onSessionChange((reason) => reasons.push(reason));
    stubFetch({ "GET /api/x": { status, json: { success: false } } });
    await failureOf(api.get("/api/x"));
    stop();
    expect(readSessionToken()).toBeNull();
    expect(reasons).toEqual(["expired"]);
  });

  it.each([{ keepSession: true }, { asCandidate: true }])(
    "keeps the session on 401 with %j",
    async (options) => {
      storeSession("secret", {});
      stubFetch({ "GET /api/x": { status: 401, json: { success: false } } });
      await failureOf(api.get("/api/x", options));
      expect(readSessionToken()).toBe("secret");
    },
  );

  it.each(["PASSWORD_CHANGE_REQUIRED", "SECOND_FACTOR_ENROLMENT_REQUIRED"])(
    "keeps the session of somebody who has a duty first: %s",
    async (code) => {
      storeSession("secret", {});
      stubFetch({ "GET /api/x": { status: 403, json: { success: false, code } } });
      const announced = vi.fn();
      const stop = onUnready(announced);
      expect(await failureOf(api.get("/api/x"))).toMatchObject({ code });
      stop();
      expect(readSessionToken()).toBe("secret");
      expect(announced).toHaveBeenCalledOnce();
    },
  );

  it("keeps the session when a password that was asked for again is wrong", async () => {
    storeSession("secret", {});
    stubFetch({ "POST /api/x": { status: 403, json: { code: "WRONG_PASSWORD" } } });
    await failureOf(api.post("/api/x"));
    expect(readSessionToken()).toBe("secret");
  });

  it("tells the window that a session ended", async () => {
    const heard = vi.fn();
    window.addEventListener("logout", heard);
    storeSession("secret", {});
    stubFetch({ "GET /api/x": { status: 401, json: { success: false } } });
    await failureOf(api.get("/api/x"));
    window.removeEventListener("logout", heard);
    expect(heard).toHaveBeenCalledOnce();
    for (const key of ["token", "authToken", "admin"]) expect(localStorage.getItem(key)).toBeNull();
  });

  it("says in the language of the screens what the server says in English", async () => {
    i18next.addResourceBundle("de", "errors", { NO_CREDITS: "Keine Credits mehr." });
    await i18next.changeLanguage("de");
    const answer = { error: "You have no remaining interview credits.", code: "NO_CREDITS" };
    stubFetch({
      "GET /api/x": { status: 402, json: answer },
      "GET /api/y": { status: 402, json: { ...answer, code: "NEW_CODE" } },
    });
    try {
      expect((await failureOf(api.get("/api/x"))).message).toBe("Keine Credits mehr.");
      // A code that this client does not know yet: English is better than nothing.
      expect((await failureOf(api.get("/api/y"))).message).toBe(answer.error);
    } finally {
      await i18next.changeLanguage("en");
    }
  });

  it("keeps the session when a call of the one before is refused", async () => {
    storeSession("old", {});
    stubFetch({
      "GET /api/x": () => {
        storeSession("new", {});
        return { status: 401, json: { success: false } };
      },
    });
    await failureOf(api.get("/api/x"));
    expect(readSessionToken()).toBe("new");
  });

  it("says that the server cannot be reached", async () => {
    stubFetch({ "GET /api/x": new TypeError("Failed to fetch") });
    expect(await failureOf(api.get("/api/x"))).toMatchObject({ code: "NETWORK_ERROR", status: 0 });
  });

  it("reports the caller's own cancel as an AbortError", async () => {
    stubFetch({ "GET /api/x": {} });
    const controller = new AbortController();
    controller.abort();
    await expect(api.get("/api/x", { signal: controller.signal })).rejects.toMatchObject({
      name: "AbortError",
    });
  });
});
