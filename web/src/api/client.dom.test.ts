/** Tests of the HTTP client: requests, errors, sessions and the types of its routes. */
import i18next from "i18next";
import { describe, expect, it, vi } from "vitest";

import { stubFetch } from "@/testing/fetch-stub";

import { onUnready } from "./account-readiness";
import { api } from "./client";
import { downloadFile } from "./download";
import { ApiError } from "./errors";
import { onSessionChange, readSessionToken, storeSession } from "./session-token";

async function catchFailure(call: Promise<unknown>): Promise<ApiError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error("The call did not fail.");
}

describe("api", () => {
  it("sends the session token as a bearer header and the body as JSON", async () => {
    storeSession("secret", {});
    const calls = stubFetch({ "POST /api/questions/warm-up": {} });
    await api.post("/api/questions/warm-up", {
      body: { interviewId: "i1", context: {} },
      operationId: "op1",
    });
    expect(calls[0]!.headers.get("Authorization")).toBe("Bearer secret");
    expect(calls[0]!.headers.get("Content-Type")).toBe("application/json");
    expect(calls[0]!.headers.get("X-Operation-Id")).toBe("op1");
    expect(calls[0]!.body).toEqual({ interviewId: "i1", context: {} });
  });

  it("sends no session token with candidate calls", async () => {
    storeSession("secret", {});
    const calls = stubFetch({ "GET /api/interviews/candidate/t": {} });
    await api.get("/api/interviews/candidate/{token}", {
      params: { token: "t" },
      asCandidate: true,
    });
    expect(calls[0]!.headers.has("Authorization")).toBe(false);
  });

  it("omits empty query values", async () => {
    const calls = stubFetch({ "GET /api/candidates/profiles": {} });
    await api.get("/api/candidates/profiles", {
      query: { page: 2, q: "", limit: undefined, sort: null },
    });
    expect(calls[0]!.url).toBe("/api/candidates/profiles?page=2");
  });

  it("sends false, and lists as repeated parameters", async () => {
    const calls = stubFetch({ "GET /api/interviews": {}, "GET /api/interview/i/transcript": {} });
    await api.get("/api/interviews", { query: { status: ["draft", "scheduled"] } });
    await api.get("/api/interview/{interview_id}/transcript", {
      params: { interview_id: "i" },
      query: { includeSegments: false },
    });
    expect(calls.map(({ url }) => url)).toEqual([
      "/api/interviews?status=draft&status=scheduled",
      "/api/interview/i/transcript?includeSegments=false",
    ]);
  });

  it("encodes path parameters", async () => {
    const calls = stubFetch({ "GET /api/documents/a%2Fb%20c/pages/2.png": {} });
    await downloadFile("/api/documents/{document_id}/pages/{number}.png", {
      params: { document_id: "a/b c", number: 2 },
      query: { width: 600 },
    });
    expect(calls[0]!.url).toBe("/api/documents/a%2Fb%20c/pages/2.png?width=600");
  });

  it("sends a form without fields that have no value", async () => {
    const calls = stubFetch({ "POST /api/documents/process": {} });
    const file = new File(["%PDF"], "cv.pdf");
    await api.post("/api/documents/process", {
      form: { document: file, interviewId: undefined, type: "cv" },
    });
    const form = calls[0]!.body as FormData;
    expect([...form.keys()]).toEqual(["document", "type"]);
    expect(form.get("document")).toMatchObject({ name: "cv.pdf" });
    // The browser sets this header itself, with the boundary.
    expect(calls[0]!.headers.has("Content-Type")).toBe(false);
  });

  it("turns an error response into an ApiError with code, fields and wait", async () => {
    stubFetch({
      "POST /api/auth/logout": {
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
    const error = await catchFailure(api.post("/api/auth/logout"));
    expect(error).toMatchObject({
      message: "Please check the form.",
      code: "VALIDATION_ERROR",
      status: 422,
      retryAfterSeconds: 7,
      fields: [{ path: "body.title", message: "Too long." }],
    });
  });

  it("shows invalid fields in the user's language where the server sent a code", async () => {
    i18next.addResourceBundle("de", "errors", {
      MUST_BE_AT_LEAST: "Das muss mindestens {{ge}} sein.",
    });
    await i18next.changeLanguage("de");
    stubFetch({
      "POST /api/auth/logout": {
        status: 422,
        json: {
          success: false,
          error: "This must be at least 5.",
          code: "VALIDATION_ERROR",
          fields: [
            {
              path: "minutes",
              message: "This must be at least 5.",
              code: "MUST_BE_AT_LEAST",
              params: { ge: 5 },
            },
            { path: "other", message: "Not this one." },
          ],
        },
      },
    });
    const error = await catchFailure(api.post("/api/auth/logout"));
    await i18next.changeLanguage("en");
    expect(error).toMatchObject({
      message: "Das muss mindestens 5 sein.",
      fields: [
        { path: "minutes", message: "Das muss mindestens 5 sein." },
        { path: "other", message: "Not this one." },
      ],
    });
  });

  it("accepts an error response that is not JSON", async () => {
    vi.stubGlobal("fetch", () => Promise.resolve(new Response("<html>", { status: 502 })));
    expect(await catchFailure(api.get("/api/auth/me"))).toMatchObject({
      status: 502,
      code: "HTTP_502",
    });
  });

  it.each([401, 403])("signs out on %i", async (status) => {
    storeSession("secret", {});
    const reasons: unknown[] = [];
    const stop = onSessionChange((reason) => reasons.push(reason));
    stubFetch({ "GET /api/auth/me": { status, json: { success: false } } });
    await catchFailure(api.get("/api/auth/me"));
    stop();
    expect(readSessionToken()).toBeNull();
    expect(reasons).toEqual(["expired"]);
  });

  it.each([{ keepSession: true }, { asCandidate: true }])(
    "keeps the session on 401 with %j",
    async (options) => {
      storeSession("secret", {});
      stubFetch({ "GET /api/auth/me": { status: 401, json: { success: false } } });
      await catchFailure(api.get("/api/auth/me", options));
      expect(readSessionToken()).toBe("secret");
    },
  );

  it.each(["PASSWORD_CHANGE_REQUIRED", "SECOND_FACTOR_ENROLMENT_REQUIRED"])(
    "keeps the session of a user whose account needs setup: %s",
    async (code) => {
      storeSession("secret", {});
      stubFetch({ "GET /api/auth/me": { status: 403, json: { success: false, code } } });
      const announced = vi.fn();
      const stop = onUnready(announced);
      expect(await catchFailure(api.get("/api/auth/me"))).toMatchObject({ code });
      stop();
      expect(readSessionToken()).toBe("secret");
      expect(announced).toHaveBeenCalledOnce();
    },
  );

  it("keeps the session when a password confirmation is wrong", async () => {
    storeSession("secret", {});
    stubFetch({ "POST /api/auth/logout": { status: 403, json: { code: "WRONG_PASSWORD" } } });
    await catchFailure(api.post("/api/auth/logout"));
    expect(readSessionToken()).toBe("secret");
  });

  it("dispatches a window event when a session ends", async () => {
    const onLogout = vi.fn();
    window.addEventListener("logout", onLogout);
    storeSession("secret", {});
    stubFetch({ "GET /api/auth/me": { status: 401, json: { success: false } } });
    await catchFailure(api.get("/api/auth/me"));
    window.removeEventListener("logout", onLogout);
    expect(onLogout).toHaveBeenCalledOnce();
    for (const key of ["token", "authToken", "admin"]) expect(localStorage.getItem(key)).toBeNull();
  });

  it("shows server errors in the interface language", async () => {
    i18next.addResourceBundle("de", "errors", { NO_CREDITS: "Keine Credits mehr." });
    await i18next.changeLanguage("de");
    const response = { error: "You have no remaining interview credits.", code: "NO_CREDITS" };
    stubFetch({
      "GET /api/auth/me": { status: 402, json: response },
      "GET /api/site": { status: 402, json: { ...response, code: "NEW_CODE" } },
    });
    try {
      expect((await catchFailure(api.get("/api/auth/me"))).message).toBe("Keine Credits mehr.");
      // An unknown code: the English message is shown.
      expect((await catchFailure(api.get("/api/site"))).message).toBe(response.error);
    } finally {
      await i18next.changeLanguage("en");
    }
  });

  it("keeps the session when a call from an earlier session is rejected", async () => {
    storeSession("old", {});
    stubFetch({
      "GET /api/auth/me": () => {
        storeSession("new", {});
        return { status: 401, json: { success: false } };
      },
    });
    await catchFailure(api.get("/api/auth/me"));
    expect(readSessionToken()).toBe("new");
  });

  it("reports that the server cannot be reached", async () => {
    stubFetch({ "GET /api/auth/me": new TypeError("Failed to fetch") });
    expect(await catchFailure(api.get("/api/auth/me"))).toMatchObject({
      code: "NETWORK_ERROR",
      status: 0,
    });
  });

  it("reports a cancellation by the caller as an AbortError", async () => {
    stubFetch({ "GET /api/auth/me": {} });
    const controller = new AbortController();
    controller.abort();
    await expect(api.get("/api/auth/me", { signal: controller.signal })).rejects.toMatchObject({
      name: "AbortError",
    });
  });

  it("rejects paths, parameters and fields that the server's routes do not have at compile time", () => {
    const id = { interview_id: "i" };
    const refused = [
      // @ts-expect-error -- No such path.
      () => api.get("/api/interviewz"),
      // @ts-expect-error -- The path does not support this method.
      () => api.delete("/api/auth/me"),
      // @ts-expect-error -- The path parameter is missing.
      () => api.get("/api/interviews/{interview_id}"),
      // @ts-expect-error -- The path parameter has another name.
      () => api.get("/api/interviews/{interview_id}", { params: { id: "i" } }),
      // @ts-expect-error -- No such query parameter.
      () => api.get("/api/interviews", { query: { pageNumber: 2 } }),
      // @ts-expect-error -- No such value of a query parameter.
      () => api.get("/api/interviews", { query: { sort: "shoeSize" } }),
      // @ts-expect-error -- No such field of the body.
      () => api.patch("/api/interviews/{interview_id}", { params: id, body: { name: "A" } }),
      // @ts-expect-error -- The body is missing.
      () => api.post("/api/admin/login"),
      // @ts-expect-error -- No such field of the form.
      () => api.post("/api/documents/process", { form: { document: "", kind: "cv" } }),
      // @ts-expect-error -- The path returns JSON, not a file.
      () => downloadFile("/api/auth/me"),
      // @ts-expect-error -- No such field of the response.
      async () => typeof (await api.get("/api/auth/me")).data.nickname,
    ];
    expect(refused).toHaveLength(11);
  });
});
