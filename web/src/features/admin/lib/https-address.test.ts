/** Tests of the addresses for HTTPS. */
import { describe, expect, it } from "vitest";

import { describeProxy, readNames, suggestNames } from "./https-address";

const HTTP = { protocol: "http:", hostname: "gr.lan", port: "8420" };

describe("names for a certificate", () => {
  it("begin with the name that this page was opened under", () => {
    expect(suggestNames(HTTP, ["192.168.1.20", "gr.lan"])).toEqual(["gr.lan", "192.168.1.20"]);
  });

  it("leave out a name that only the server itself knows", () => {
    expect(suggestNames({ ...HTTP, hostname: "127.0.0.1" }, ["192.168.1.20"])).toEqual([
      "192.168.1.20",
    ]);
  });

  it("are separated by commas and spaces", () => {
    expect(readNames(" gr.lan, 192.168.1.20;fd00::1 ,")).toEqual([
      "gr.lan",
      "192.168.1.20",
      "fd00::1",
    ]);
  });
});

describe("describeProxy", () => {
  it("names the host and port", () => {
    expect(describeProxy("https://gr.example.com", "8420")).toBe(
      "gr.example.com {\n    reverse_proxy 127.0.0.1:8420\n}",
    );
    expect(describeProxy("", "8420")).toContain("interviews.example.com {");
  });
});
