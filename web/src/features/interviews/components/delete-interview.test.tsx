/** Tests of deleting interviews with undo. */
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { makeLastCalls } from "@/api/before-sign-out";
import type { Interview } from "@/api/types";
import { aSite, aUser } from "@/testing/account";
import { stubFetch } from "@/testing/fetch-stub";
import { anInterview } from "@/testing/interview";
import { renderWithApp } from "@/testing/render-with-app";

import { UNDO_MS } from "../hooks/use-interview-deletion";
import { InterviewsPage } from "./interviews-page";

const CARA = anInterview({ candidateName: "Cara Diaz", status: "scheduled" });

function buildList(interviews: Interview[]) {
  const pagination = {
    page: 1,
    limit: 10,
    total: interviews.length,
    totalPages: 1,
    hasMore: false,
  };
  return { json: { success: true, data: interviews, pagination } };
}

type Routes = Parameters<typeof stubFetch>[0];

function show(routes: Routes) {
  const calls = stubFetch({
    "GET /api/site": { json: { success: true, data: aSite({ billingMode: "off" }) } },
    "GET /api/auth/me": { json: { success: true, data: aUser() } },
    "GET /api/interviews": buildList([CARA]),
    ...routes,
  });
  const deletions = () => calls.filter(({ method }) => method === "DELETE");
  const view = renderWithApp(<InterviewsPage />, {
    path: "/interviews",
    routes: [{ path: "/candidates", element: <p>Elsewhere</p> }],
  });
  return { calls, deletions, ...view };
}

const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });

async function askToDelete() {
  const rows = within(await screen.findByRole("table", { name: "Interviews" }));
  await user.click(rows.getByRole("button", { name: "More actions for Cara Diaz" }));
  await user.click(await screen.findByRole("menuitem", { name: "Delete" }));
}

async function deleteCara() {
  await askToDelete();
  const dialog = await screen.findByRole("alertdialog", {
    name: "Delete the interview with Cara Diaz?",
  });
  await user.click(within(dialog).getByRole("button", { name: "Delete" }));
}

const passTheTime = () => act(() => vi.advanceTimersByTimeAsync(UNDO_MS + 100));

describe("Deleting an interview", () => {
  beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
  afterEach(() => void vi.useRealTimers());

  it("hides the row at once and sends the request when the undo period ends", async () => {
    let isDeleted = false;
    const { deletions } = show({
      "GET /api/interviews": () => buildList(isDeleted ? [] : [CARA]),
      "DELETE /api/interview/i1": () => {
        isDeleted = true;
        return {};
      },
    });
    await deleteCara();
    expect(await screen.findByText("Welcome to your interview dashboard!")).toBeVisible();
    expect(screen.getByText("Interview deleted")).toBeInTheDocument();
    expect(deletions()).toHaveLength(0);
    await passTheTime();
    await waitFor(() => expect(deletions()).toHaveLength(1));
    expect(screen.queryByText("Cara Diaz")).not.toBeInTheDocument();
  });

  it("restores the row on Undo and sends no request", async () => {
    const { deletions } = show({});
    await deleteCara();
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    expect(await screen.findByRole("table", { name: "Interviews" })).toBeInTheDocument();
    expect(screen.queryByText("Interview deleted")).not.toBeInTheDocument();
    await passTheTime();
    expect(deletions()).toHaveLength(0);
  });

  it.each([
    ["the window closes", () => window.dispatchEvent(new Event("pagehide"))],
    ["another page opens", null],
  ])("sends the request at once when %s", async (_case, leave) => {
    const { deletions, router } = show({ "DELETE /api/interview/i1": {} });
    await deleteCara();
    await screen.findByText("Interview deleted");
    await act(async () => {
      if (leave) leave();
      else await router.navigate("/candidates");
    });
    expect(deletions()).toHaveLength(1);
    expect(screen.queryByRole("button", { name: "Undo" })).not.toBeInTheDocument();
    await passTheTime();
    expect(deletions()).toHaveLength(1);
  });

  it("sends the request once before a logout ends the session", async () => {
    const { deletions } = show({ "DELETE /api/interview/i1": {} });
    await deleteCara();
    await screen.findByText("Interview deleted");
    await act(makeLastCalls);
    expect(deletions()).toHaveLength(1);
    expect(screen.queryByRole("button", { name: "Undo" })).not.toBeInTheDocument();
    await passTheTime();
    expect(deletions()).toHaveLength(1);
  });

  it("restores the row and reports it when the server rejects the deletion", async () => {
    show({ "DELETE /api/interview/i1": { status: 500, json: {} } });
    await deleteCara();
    await passTheTime();
    const alert = within(await screen.findByRole("alertdialog"));
    expect(alert.getByText("Failed to delete interview. Please try again.")).toBeVisible();
    await user.click(alert.getByRole("button", { name: "OK" }));
    expect(await screen.findByRole("table", { name: "Interviews" })).toBeInTheDocument();
  });

  it("reports a failure in a toast once the page was left", async () => {
    const { router } = show({ "DELETE /api/interview/i1": { status: 500, json: {} } });
    await deleteCara();
    await screen.findByText("Interview deleted");
    await act(() => router.navigate("/candidates"));
    expect(
      await screen.findByText("Failed to delete interview. Please try again."),
    ).toBeInTheDocument();
    expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
  });

  it("accepts a deletion by another tab", async () => {
    let isDeleted = false;
    show({
      "GET /api/interviews": () => buildList(isDeleted ? [] : [CARA]),
      "DELETE /api/interview/i1": () => {
        isDeleted = true;
        return { status: 404, json: { code: "INTERVIEW_NOT_FOUND" } };
      },
    });
    await deleteCara();
    await passTheTime();
    await waitFor(() => expect(isDeleted).toBe(true));
    expect(
      screen.queryByText("Failed to delete interview. Please try again."),
    ).not.toBeInTheDocument();
  });

  it("shows how many people will be notified of the cancellation", async () => {
    const invitation = {
      role: "candidate",
      method: "REQUEST",
      startsAt: "2999-01-01T00:00:00.000Z",
    };
    show({
      "GET /api/interviews": buildList([{ ...CARA, scheduledDate: "2026-12-01T09:00:00Z" }]),
      "GET /api/interviews/i1/invitations": {
        json: { success: true, data: [invitation, { ...invitation, method: "CANCEL" }] },
      },
    });
    await askToDelete();
    expect(
      await screen.findByText("1 invited person will be emailed when the undo period ends."),
    ).toBeVisible();
  });

  it("returns the focus to the row's menu on cancel", async () => {
    show({});
    await askToDelete();
    await user.click(await screen.findByRole("button", { name: "Cancel" }));
    const rows = within(screen.getByRole("table", { name: "Interviews" }));
    await waitFor(() =>
      expect(rows.getByRole("button", { name: "More actions for Cara Diaz" })).toHaveFocus(),
    );
  });

  it("explains why a running interview cannot be deleted", async () => {
    show({ "GET /api/interviews": buildList([{ ...CARA, status: "in_progress" }]) });
    await askToDelete();
    expect(
      await screen.findByText("This interview is in progress. End it before you delete it."),
    ).toBeVisible();
  });
});
