/** Tests of HTTPS in the setup. */
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";

import { storeSession } from "@/api/session-token";
import { stubFetch } from "@/testing/fetch-stub";
import { renderWithApp } from "@/testing/render-with-app";

import type { Https } from "../../api/types";
import { ada } from "../../testing/a-user";
import { anHttps, LOCAL_CERTIFICATE } from "../../testing/an-https";
import { HttpsPanel } from "./https-panel";

const HERE = "https://localhost:3000";
const ROUTE = "/api/admin/setup/https";
const MADE = anHttps({
  certificate: LOCAL_CERTIFICATE,
  publicUrl: "https://192.168.1.20:3000",
  isPending: true,
});
const answer = (https: Https) => ({ json: { success: true, data: https } });

function show(https: Https, routes: Parameters<typeof stubFetch>[0] = {}) {
  storeSession("jwt", ada);
  const onSaved = vi.fn();
  const calls = stubFetch({
    "GET /api/auth/me": { json: { success: true, data: ada } },
    "GET /api/site": { json: { success: true, data: {} } },
    [`GET ${ROUTE}`]: answer(https),
    ...routes,
  });
  renderWithApp(<HttpsPanel address="" port="8420" onSaved={onSaved} />, {
    path: "/",
    at: "/",
  });
  const bodies = (path: string) =>
    calls.filter((call) => call.method === "POST" && call.url === path).map((call) => call.body);
  return { onSaved, bodies, calls };
}

describe("HttpsPanel", () => {
  it("creates a certificate for the names of the machine, then offers authority and restart", async () => {
    const { bodies, onSaved, calls } = show(anHttps(), {
      [`POST ${ROUTE}/authority`]: answer(MADE),
      "POST /api/admin/setup/restart": { status: 202, json: { success: true } },
      [`GET ${HERE}/api/health/live`]: new Error("down"),
    });
    const names = await screen.findByLabelText("Names and addresses");
    expect(names).toHaveValue("192.168.1.20, greenroom");
    await userEvent.click(screen.getByText("With this server’s own certificate authority"));
    await userEvent.click(screen.getByRole("button", { name: "Create certificate" }));
    const authority = await screen.findByRole("link", {
      name: "Download the authority’s certificate",
    });
    expect(authority).toHaveAttribute("href", "/api/site/certificate-authority");
    expect(bodies(`${ROUTE}/authority`)).toEqual([
      {
        names: ["192.168.1.20", "greenroom"],
        publicUrl: "https://192.168.1.20:3000",
        newAuthority: false,
      },
    ]);
    expect(onSaved).toHaveBeenCalledOnce();
    expect(screen.getByText("AA:BB")).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Restart the server" }));
    expect(
      await screen.findByRole("link", { name: "Open https://192.168.1.20:3000" }),
    ).toHaveAttribute("href", "https://192.168.1.20:3000/admin/setup/address");
    await waitFor(() => expect(calls.map((call) => call.url)).toContain(`${HERE}/api/health/live`));
  });

  it("offers a new authority when the present one was made for other names", async () => {
    let tries = 0;
    const { bodies } = show(anHttps(), {
      [`POST ${ROUTE}/authority`]: () => {
        tries += 1;
        return tries === 1
          ? {
              status: 422,
              json: { success: false, error: "Other names.", code: "AUTHORITY_OTHER_NAMES" },
            }
          : answer(MADE);
      },
    });
    await userEvent.click(await screen.findByText("With this server’s own certificate authority"));
    await userEvent.click(screen.getByRole("button", { name: "Create certificate" }));
    expect(await screen.findByText("Other names.")).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Create a new authority" }));
    await waitFor(() => expect(bodies(`${ROUTE}/authority`)).toHaveLength(2));
    expect(bodies(`${ROUTE}/authority`)[1]).toMatchObject({ newAuthority: true });
  });

  it("uploads a certificate and says why it was refused", async () => {
    const { bodies } = show(anHttps(), {
      [`POST ${ROUTE}/certificate`]: {
        status: 422,
        json: { success: false, error: "It has expired.", code: "CERTIFICATE_EXPIRED" },
      },
    });
    await userEvent.click(await screen.findByText("With your own certificate"));
    const send = screen.getByRole("button", { name: "Check and save" });
    expect(send).toBeDisabled();
    await userEvent.upload(screen.getByLabelText("Certificate"), new File(["pem"], "gr.pem"));
    await userEvent.click(send);
    expect(await screen.findByText("It has expired.")).toBeVisible();
    expect(bodies(`${ROUTE}/certificate`)).toHaveLength(1);
  });

  it("shows the configuration of a proxy", async () => {
    show(anHttps());
    await userEvent.click(await screen.findByText("Behind a proxy"));
    expect(screen.getByLabelText("Configuration of the proxy")).toHaveTextContent(
      "reverse_proxy 127.0.0.1:8420",
    );
  });

  it("says what is wrong with the certificate, and can turn HTTPS off", async () => {
    const expired = { ...LOCAL_CERTIFICATE, problem: "CERTIFICATE_EXPIRED" as const };
    show(anHttps({ certificate: expired }), { [`DELETE ${ROUTE}`]: answer(anHttps()) });
    expect(await screen.findByText(/The certificate has expired/u)).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Turn HTTPS off" }));
    await waitFor(() =>
      expect(screen.queryByText(/The certificate has expired/u)).not.toBeInTheDocument(),
    );
  });

  it("leaves HTTPS to the environment where it is set there", async () => {
    show(anHttps({ isLocked: true, certificate: { ...LOCAL_CERTIFICATE, source: "other" } }));
    expect(await screen.findByText(/set by environment variables/u)).toBeVisible();
    expect(screen.queryByText("Behind a proxy")).not.toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Turn HTTPS off" })).not.toBeInTheDocument();
  });
});
