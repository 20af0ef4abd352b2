/** Tests of the landing page of a new server. */
import { screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";

import { aSite } from "@/testing/account";
import { stubFetch } from "@/testing/fetch-stub";
import { renderWithApp } from "@/testing/render-with-app";

import { LandingPage } from "./landing-page";

function show(isSetupRequired: boolean) {
  vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
  vi.spyOn(HTMLMediaElement.prototype, "pause").mockReturnValue();
  stubFetch({
    "GET /api/setup": { json: { success: true, data: { required: isSetupRequired } } },
    "GET /api/site": { json: { success: true, data: aSite({ billingMode: "off" }) } },
    "GET /api/billing/plans": { json: { success: true, data: [] } },
  });
  renderWithApp(<LandingPage />, { routes: [{ path: "/setup", element: <p>The setup</p> }] });
}

describe("LandingPage", () => {
  it("leads to the setup while the server has no administrator", async () => {
    show(true);
    expect(await screen.findByText("The setup")).toBeVisible();
  });

  it("stays once there is one", async () => {
    show(false);
    expect(await screen.findByRole("heading", { level: 1 })).toBeVisible();
    expect(screen.queryByText("The setup")).toBeNull();
  });
});
