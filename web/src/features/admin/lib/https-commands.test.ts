/** Tests of the commands for HTTPS. */
import { describe, expect, it } from "vitest";

import { describeHttps, isSecureAddress } from "./https-commands";

describe("isSecureAddress", () => {
  it.each([
    ["https://gr.example.com", true],
    ["http://localhost:8420", true],
    ["http://[::1]:8420", true],
    ["http://192.168.1.20:8420", false],
    ["http://localhost.example.com", false],
    ["http://", false],
    ["https://", true],
    ["", true],
  ])("judges %s", (address, isSecure) => {
    expect(isSecureAddress(address)).toBe(isSecure);
  });
});

describe("describeHttps", () => {
  const server = { port: "8420", dataDir: "/srv/my data" };

  it("names the host, port and data folder of this server", () => {
    const ways = describeHttps({ ...server, address: "http://192.168.1.20:8420" });
    expect(ways.authority[0]).toBe("greenroom certificate 192.168.1.20 --data-dir '/srv/my data'");
    expect(ways.authority).toContain("GREENROOM_TLS_CERT='/srv/my data/secrets/tls/server.pem'");
    expect(ways.own).toContain("GREENROOM_PUBLIC_URL=https://192.168.1.20:8420");
    expect(ways.proxy.slice(0, 3)).toEqual([
      "192.168.1.20 {",
      "    reverse_proxy 127.0.0.1:8420",
      "}",
    ]);
  });

  it("gives the certificate of an IPv6 address without brackets", () => {
    const ways = describeHttps({ ...server, address: "http://[fd00::1]:8420" });
    expect(ways.authority[0]).toContain("certificate fd00::1 ");
    expect(ways.proxy).toContain("GREENROOM_PUBLIC_URL=https://[fd00::1]");
  });
});
