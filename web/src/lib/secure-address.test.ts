/** Tests of the addresses over HTTPS. */
import { describe, expect, it } from "vitest";

import { addressOf, secureOrigin } from "./secure-address";

const HTTP = { protocol: "http:", hostname: "gr.lan", port: "8420" };

describe("addressOf", () => {
  it.each([
    ["gr.lan", HTTP, "https://gr.lan:8420"],
    ["fd00::1", HTTP, "https://[fd00::1]:8420"],
    ["[fd00::1]", HTTP, "https://[fd00::1]:8420"],
    ["gr.lan", { ...HTTP, port: "" }, "https://gr.lan:80"],
    ["gr.lan", { ...HTTP, protocol: "https:", port: "" }, "https://gr.lan"],
  ])("gives %s the port of the page", (name, place, address) => {
    expect(addressOf(name, place)).toBe(address);
  });
});

describe("secureOrigin", () => {
  it("keeps the host and port of an unencrypted page", () => {
    expect(secureOrigin(HTTP)).toBe("https://gr.lan:8420");
    expect(secureOrigin({ ...HTTP, protocol: "https:" })).toBeNull();
  });
});
