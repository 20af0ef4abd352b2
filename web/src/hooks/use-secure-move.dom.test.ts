/** Tests of the move to HTTPS. */
import { renderHook, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";

import { stubFetch } from "@/testing/fetch-stub";

import { useSecureMove } from "./use-secure-move";

const ALIVE = "GET https://localhost:3000/api/health/live";

it("goes to HTTPS under the same name once the server answers there", async () => {
  const answers = [new Error("The server is starting."), {}];
  stubFetch({ [ALIVE]: () => answers.shift()! });
  const goTo = vi.fn();
  renderHook(() => useSecureMove("/login", goTo));
  await waitFor(() => expect(goTo).toHaveBeenCalledWith("https://localhost:3000/login"), {
    timeout: 5000,
  });
});

it("stays where it is without a path", async () => {
  const calls = stubFetch({ [ALIVE]: {} });
  const goTo = vi.fn();
  const { unmount } = renderHook(() => useSecureMove(null, goTo));
  await Promise.resolve();
  unmount();
  expect(calls).toEqual([]);
});
