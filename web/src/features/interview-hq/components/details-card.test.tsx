/** Tests of interview details: invitations and status. */
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { button, changes, openDialog, SCHEDULED, showDetails } from "../testing/show-details";

// A Saturday, 10 AM in Berlin.
const NOW = new Date("2026-11-21T09:00:00Z");

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

const invitation = (part: object = {}) => ({
  _id: "v1",
  role: "candidate",
  recipient: "cara@mail.example",
  method: "REQUEST",
  sequence: 0,
  startsAt: "2026-12-01T08:00:00Z",
  durationMinutes: 30,
  timezone: "Europe/Berlin",
  delivery: "sent",
  failure: null,
  writtenAt: "2026-11-20T08:00:00Z",
  ...part,
});

describe("schedule summary", () => {
  it("shows the default duration if none was chosen", async () => {
    showDetails({ ...SCHEDULED, scheduledDuration: null });
    expect(await screen.findByText("30 min")).toBeVisible();
  });

  it("shows no duration for an imported interview", async () => {
    showDetails({ ...SCHEDULED, scheduledDuration: null, status: "completed", origin: "imported" });
    expect(await screen.findByText(/Times in Berlin/)).toBeVisible();
    expect(screen.queryByText("30 min")).toBeNull();
  });
});

describe("invitations", () => {
  const SEND = "POST /api/interviews/i1/send-invites";
  const sent = (calls: ReturnType<typeof showDetails>) =>
    calls.filter(({ method }) => method === "POST").map(({ body }) => body);

  it("require the candidate's email address", async () => {
    showDetails();
    await openDialog();
    expect(
      screen.getByRole("checkbox", { name: "Send calendar invites with join links" }),
    ).toBeDisabled();
    expect(screen.getByText("Invites require a valid candidate email.")).toBeInTheDocument();
    expect(
      screen.getByRole("button", { name: "Add a candidate profile with a valid email" }),
    ).toBeInTheDocument();
  });

  it("are sent after the time is stored", async () => {
    const json = { success: true, data: [invitation({ delivery: "waiting" })] };
    const calls = showDetails({ candidateEmail: "cara@mail.example" }, { [SEND]: { json } });
    const { user } = await openDialog();
    await user.click(
      screen.getByRole("checkbox", { name: "Send calendar invites with join links" }),
    );
    await user.click(button("Set"));
    await waitFor(() =>
      expect(sent(calls)).toEqual([
        {
          startIso: "2026-11-22T08:00:00.000Z",
          durationMinutes: 30,
          sendToCandidate: true,
          sendToRecruiter: true,
        },
      ]),
    );
    expect(calls.findIndex(({ method }) => method === "PATCH")).toBeLessThan(
      calls.findIndex(({ method }) => method === "POST"),
    );
  });

  it("are listed with recipient and delivery status", async () => {
    const failed = invitation({
      _id: "v2",
      role: "recruiter",
      recipient: "alice@agency.example",
      delivery: "failed",
      failure: { problem: "refused", serverText: "550 No such user" },
    });
    const list = { json: { success: true, data: [invitation(), failed] } };
    showDetails(SCHEDULED, { "GET /api/interviews/i1/invitations": list, [SEND]: list });
    expect(await screen.findByText("cara@mail.example")).toBeInTheDocument();
    expect(screen.getByText("Sent")).toBeInTheDocument();
    expect(screen.getByText("Not sent")).toBeInTheDocument();
    expect(
      screen.getByText("The mail server reported an error: 550 No such user"),
    ).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Send again" }));
    expect(await screen.findByText("Invites sent")).toBeInTheDocument();
  });

  it("stay listed when a response from before they were sent arrives late", async () => {
    let respondLate: (response: { json: unknown }) => void = () => undefined;
    const late = new Promise<{ json: unknown }>((resolve) => {
      respondLate = resolve;
    });
    showDetails(SCHEDULED, {
      "GET /api/interviews/i1/invitations": () => late,
      [SEND]: { json: { success: true, data: [invitation({ delivery: "waiting" })] } },
    });
    await userEvent.click(await screen.findByRole("button", { name: "Send invites" }));
    expect(await screen.findByText("cara@mail.example")).toBeInTheDocument();
    await act(async () => {
      respondLate({ json: { success: true, data: [] } });
      // Long enough for a response to be rendered.
      await new Promise((done) => setTimeout(done, 50));
    });
    expect(screen.getByText("cara@mail.example")).toBeInTheDocument();
  });

  it("are not sent twice for one change, because the server notifies invited people itself", async () => {
    const list = { json: { success: true, data: [invitation()] } };
    const calls = showDetails(SCHEDULED, {
      "GET /api/interviews/i1/invitations": list,
      [SEND]: list,
    });
    await screen.findByText("cara@mail.example");
    const { user } = await openDialog("Change");
    await user.click(button("1:30 PM"));
    await user.click(
      screen.getByRole("checkbox", { name: "Send calendar invites with join links" }),
    );
    await user.click(button("Set"));
    await waitFor(() => expect(changes(calls)).toHaveLength(1));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(sent(calls)).toEqual([]);
  });

  it.each([
    [{ status: 500, json: { success: false } }, "Failed to send invites."],
    [
      {
        status: 409,
        json: { success: false, code: "MAIL_NOT_SET_UP", error: "No mail server is set up." },
      },
      "No mail server is set up.",
    ],
  ])("show why they were not sent: %j", async (response, sentence) => {
    showDetails(SCHEDULED, { [SEND]: response });
    await userEvent.click(await screen.findByRole("button", { name: "Send invites" }));
    expect(await screen.findByText(sentence)).toBeInTheDocument();
    // The calendar file is offered.
    expect(screen.getByRole("button", { name: "Calendar file" })).toBeEnabled();
  });

  it("can be downloaded as calendar files for the candidate and the recruiter", async () => {
    const saved = vi.fn();
    vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: saved, revokeObjectURL: vi.fn() }));
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
    const calls = showDetails(SCHEDULED, { "GET /api/interviews/i1/invite.ics": { json: "ics" } });
    const user = userEvent.setup();
    await user.click(await screen.findByRole("button", { name: "Calendar file" }));
    await user.click(screen.getByRole("menuitem", { name: "For the candidate" }));
    await waitFor(() => expect(saved).toHaveBeenCalled());
    expect(calls.at(-1)?.url).toBe("/api/interviews/i1/invite.ics?role=candidate");
  });
});

describe("status", () => {
  it("asks for confirmation before invited people are notified of a cancellation", async () => {
    const list = { json: { success: true, data: [invitation()] } };
    const calls = showDetails(SCHEDULED, { "GET /api/interviews/i1/invitations": list });
    const user = userEvent.setup();
    await screen.findByText("cara@mail.example");
    await user.click(screen.getByRole("combobox", { name: "Status" }));
    await user.click(screen.getByRole("option", { name: "Cancelled" }));
    expect(changes(calls)).toEqual([]);
    await user.click(
      within(screen.getByRole("alertdialog")).getByRole("button", { name: "Cancel interview" }),
    );
    await waitFor(() => expect(changes(calls)).toEqual([{ status: "cancelled" }]));
  });

  it("is read-only for a cancelled interview, which can be reopened", async () => {
    const calls = showDetails({ ...SCHEDULED, status: "cancelled" });
    expect(screen.queryByRole("combobox", { name: "Status" })).not.toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Change" })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Reopen" }));
    await waitFor(() => expect(changes(calls)).toEqual([{ status: "draft" }]));
  });
});
