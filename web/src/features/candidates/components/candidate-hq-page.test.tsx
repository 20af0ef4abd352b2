import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import { stubFetch } from "@/testing/fetch-stub";
import { renderWithApp } from "@/testing/render-with-app";

import { CandidateHqPage } from "./candidate-hq-page";

const READ = "GET /api/candidates/profile/c1";
const COUNT = "GET /api/candidates/c1/interview-count";
const PROFILE = {
  _id: "c1",
  name: "Nora Lindqvist",
  email: "nora@example.com",
  phone: null,
  linkedin: null,
  currentPosition: "Platform Engineer",
  cvParsed: { summary: "Runs clusters.", skills: ["Go"] },
  cvProfile: null,
  generation: null,
  createdAt: "2026-11-01T09:00:00Z",
  updatedAt: "2026-11-20T12:00:00Z",
};

function show(routes: Parameters<typeof stubFetch>[0] = {}) {
  const calls = stubFetch({
    [READ]: { json: { success: true, data: PROFILE } },
    [COUNT]: { json: { success: true, count: 0 } },
    ...routes,
  });
  const view = renderWithApp(<CandidateHqPage />, {
    path: "/candidate-hq/:candidateId",
    at: "/candidate-hq/c1",
    routes: [{ path: "/candidates", element: <p>The list</p> }],
  });
  return { calls, ...view };
}

describe("CandidateHqPage", () => {
  it("is titled by the name and leads back to the list", async () => {
    show();
    expect(await screen.findByRole("heading", { level: 1, name: "Nora Lindqvist" })).toBeVisible();
    expect(document.title).toContain("Nora Lindqvist – Candidate HQ");
    expect(screen.getByRole("link", { name: "Candidates" })).toHaveAttribute("href", "/candidates");
    expect(screen.getByText("Runs clusters.")).toBeVisible();
  });

  it("saves what was corrected", async () => {
    const saved = { ...PROFILE, name: "Nora L." };
    const { calls } = show({
      "PATCH /api/candidates/profile/c1": { json: { success: true, data: saved } },
    });
    await userEvent.click(await screen.findByRole("button", { name: "Edit" }));
    const name = screen.getByRole("textbox", { name: "Name" });
    await userEvent.clear(name);
    await userEvent.type(name, "Nora L.{Enter}");
    expect(await screen.findByText("Profile updated successfully!")).toBeVisible();
    expect(screen.getByRole("heading", { level: 1, name: "Nora L." })).toBeVisible();
    const patch = calls.find(({ method }) => method === "PATCH");
    expect(patch?.body).toMatchObject({ name: "Nora L.", cvParsed: { summary: "Runs clusters." } });
  });

  it("says when saving failed, and keeps what was typed", async () => {
    show({ "PATCH /api/candidates/profile/c1": { status: 500, json: {} } });
    await userEvent.click(await screen.findByRole("button", { name: "Edit" }));
    await userEvent.type(screen.getByRole("textbox", { name: "Phone" }), "123{Enter}");
    expect(await screen.findByText("Failed to update profile. Please try again.")).toBeVisible();
    expect(screen.getByRole("textbox", { name: "Phone" })).toHaveValue("123");
  });

  it("says that there is no such candidate", async () => {
    show({ [READ]: { status: 404, json: { code: "CANDIDATE_NOT_FOUND" } } });
    expect(await screen.findByText("Candidate not found")).toBeVisible();
    expect(screen.getByRole("link", { name: "Back to candidates" })).toBeVisible();
  });

  it("offers another try when the server fails", async () => {
    let isBroken = true;
    show({
      [READ]: () =>
        isBroken ? { status: 500, json: {} } : { json: { success: true, data: PROFILE } },
    });
    expect(await screen.findByText("Failed to load candidate profile.")).toBeVisible();
    isBroken = false;
    await userEvent.click(screen.getByRole("button", { name: /try again/i }));
    expect(await screen.findByRole("heading", { name: "Nora Lindqvist" })).toBeVisible();
  });

  it("counts an unreadable number of interviews as none, and deletes", async () => {
    show({
      [COUNT]: { status: 500, json: {} },
      "DELETE /api/candidates/c1": {},
    });
    await userEvent.click(await screen.findByRole("button", { name: "Delete Nora Lindqvist" }));
    const dialog = within(await screen.findByRole("alertdialog"));
    await userEvent.click(dialog.getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("The list")).toBeVisible();
  });

  it("deletes nobody with interviews", async () => {
    show({ [COUNT]: { json: { success: true, count: 1 } } });
    const bin = await screen.findByRole("button", { name: "Delete Nora Lindqvist" });
    await waitFor(() => expect(bin).toHaveAttribute("aria-disabled", "true"));
  });
});
