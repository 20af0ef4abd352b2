/** Tests of the list of demo requests. */
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import { stubFetch } from "@/testing/fetch-stub";
import { renderWithApp } from "@/testing/render-with-app";

import type { DemoRequest } from "../api/types";
import { DemoRequestsPage } from "./demo-requests-page";

const dana: DemoRequest = {
  _id: "d1",
  name: "Dana <b>Reyes</b>",
  email: "dana+demo@example.com",
  company: "Northwind",
  phone: "+1 555 0100",
  createdAt: "2026-11-20T10:00:00Z",
  mail: "failed",
};
const buildPage = (requests: DemoRequest[]) => ({
  json: {
    success: true,
    data: requests,
    pagination: { page: 1, limit: 20, total: requests.length, totalPages: 1, hasMore: false },
  },
});

describe("DemoRequestsPage", () => {
  it("shows a request as text, with a mail link and the delivery status", async () => {
    stubFetch({ "GET /api/admin/demo-requests": buildPage([dana]) });
    renderWithApp(<DemoRequestsPage />);
    const table = within(await screen.findByRole("table", { name: "Demo requests" }));
    expect(table.getByText("Dana <b>Reyes</b>")).toBeVisible();
    expect(table.getByRole("link", { name: "dana+demo@example.com" })).toHaveAttribute(
      "href",
      "mailto:dana%2Bdemo@example.com",
    );
    expect(table.getByText("Failed")).toBeVisible();
  });

  it("explains an empty list", async () => {
    stubFetch({ "GET /api/admin/demo-requests": buildPage([]) });
    renderWithApp(<DemoRequestsPage />);
    expect(await screen.findByText("No demo requests yet")).toBeVisible();
  });

  it("deletes after a confirmation that names the person", async () => {
    let deleted = false;
    stubFetch({
      "GET /api/admin/demo-requests": () => buildPage(deleted ? [] : [dana]),
      "DELETE /api/admin/demo-requests/d1": () => {
        deleted = true;
        return {};
      },
    });
    renderWithApp(<DemoRequestsPage />);
    await userEvent.click(
      await screen.findByRole("button", { name: "Delete request from Dana <b>Reyes</b>" }),
    );
    const dialog = within(await screen.findByRole("alertdialog"));
    await userEvent.click(dialog.getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("No demo requests yet")).toBeVisible();
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  });

  it("keeps the confirmation open with the reason when deleting fails", async () => {
    stubFetch({
      "GET /api/admin/demo-requests": buildPage([dana]),
      "DELETE /api/admin/demo-requests/d1": {
        status: 503,
        json: { success: false, error: "The database is busy.", code: "BUSY" },
      },
    });
    renderWithApp(<DemoRequestsPage />);
    await userEvent.click(await screen.findByRole("button", { name: /^Delete request/u }));
    const dialog = within(await screen.findByRole("alertdialog"));
    await userEvent.click(dialog.getByRole("button", { name: "Delete" }));
    expect(await dialog.findByText("The database is busy.")).toBeVisible();
  });
});
