/** Tests of the event that an interview was created. */
import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, it, vi } from "vitest";

import { announceInterviewCreated, watchInterviewCreated } from "./interview-created";

/** Delivers to all other channels of the same name, at once. */
class FakeChannel {
  static open: FakeChannel[] = [];
  onmessage: ((event: unknown) => void) | null = null;
  readonly name: string;
  constructor(name: string) {
    this.name = name;
    FakeChannel.open.push(this);
  }
  postMessage(data: unknown): void {
    for (const other of FakeChannel.open) {
      if (other !== this && other.name === this.name) other.onmessage?.({ data });
    }
  }
  close(): void {
    FakeChannel.open = FakeChannel.open.filter((other) => other !== this);
  }
}

afterEach(() => {
  FakeChannel.open = [];
});

it("loads the lists of other tabs again, until they stop watching", () => {
  vi.stubGlobal("BroadcastChannel", FakeChannel);
  const client = new QueryClient();
  const invalidate = vi.spyOn(client, "invalidateQueries");
  const stop = watchInterviewCreated(client);
  announceInterviewCreated("i1");
  expect(invalidate).toHaveBeenCalledExactlyOnceWith({ queryKey: ["interviews", "list"] });
  stop();
  announceInterviewCreated("i2");
  expect(invalidate).toHaveBeenCalledOnce();
  expect(FakeChannel.open).toEqual([]);
});
