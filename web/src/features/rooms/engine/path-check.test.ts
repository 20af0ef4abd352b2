/** Tests of the check of paths for video. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { checkPaths, type PathCheck } from "./path-check";
import type { IceServers } from "./protocol";
import { stubIceNetwork } from "./testing/fake-ice-network";

const STUN = { urls: "stun:stun.example.com", username: null, credential: null };
const TURN = {
  urls: ["turn:turn.example.com:3478", "turns:turn.example.com:5349?transport=tcp"],
  username: "u",
  credential: "c",
};
const OTHER_TURN = { ...TURN, urls: "turn:[2001:db8::1]:3478" };

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

async function check(servers: IceServers): Promise<PathCheck> {
  const result = checkPaths(servers);
  await vi.runAllTimersAsync();
  return result;
}

describe("checkPaths", () => {
  it.each([
    { answering: [STUN.urls, ...TURN.urls], path: "both" },
    { answering: [STUN.urls], path: "direct", silent: ["turn.example.com"] },
    { answering: [...TURN.urls], path: "relayed" },
    { answering: [], path: "local", silent: ["turn.example.com"] },
  ])("finds the path $path if $answering answer", async ({ answering, path, silent = [] }) => {
    stubIceNetwork({ answering });
    expect(await check([STUN, TURN])).toEqual({ path, silentRelays: silent, refusingRelays: [] });
  });

  it("takes one answering address of a relay server for the server", async () => {
    stubIceNetwork({ answering: [TURN.urls[1]!] });
    expect(await check([TURN])).toEqual({ path: "both", silentRelays: [], refusingRelays: [] });
  });

  it("names only the relay servers that do not answer", async () => {
    stubIceNetwork({ answering: TURN.urls });
    expect(await check([TURN, OTHER_TURN])).toEqual({
      path: "both",
      silentRelays: ["[2001:db8::1]"],
      refusingRelays: [],
    });
  });

  it("tells a relay server that refuses from one that does not answer", async () => {
    stubIceNetwork({ refusing: TURN.urls });
    expect(await check([TURN, OTHER_TURN])).toEqual({
      path: "direct",
      silentRelays: ["[2001:db8::1]"],
      refusingRelays: ["turn.example.com"],
    });
  });

  it("takes a relay server that cannot be reached for silent", async () => {
    stubIceNetwork({ givesUp: true });
    expect(await check([OTHER_TURN])).toMatchObject({
      silentRelays: ["[2001:db8::1]"],
      refusingRelays: [],
    });
  });

  it("expects no more than a direct path where no server is configured", async () => {
    stubIceNetwork({});
    expect(await check([])).toEqual({ path: "direct", silentRelays: [], refusingRelays: [] });
  });

  it("finds no path where the browser offers none", async () => {
    stubIceNetwork({ local: [] });
    expect(await check([STUN])).toEqual({ path: "none", silentRelays: [], refusingRelays: [] });
    vi.stubGlobal("RTCPeerConnection", undefined);
    expect(await check([STUN])).toEqual({ path: "none", silentRelays: [], refusingRelays: [] });
  });

  it("closes its connections", async () => {
    const open = stubIceNetwork({ answering: [STUN.urls] });
    await check([STUN, TURN]);
    expect(open.size).toBe(0);
  });
});
