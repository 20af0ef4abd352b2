/** Tests of interview details: schedule dialog, invitations and status. */
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import type { Interview } from "@/api/types";
import { aUser } from "@/testing/account";
import { stubFetch } from "@/testing/fetch-stub";
import { anInterview } from "@/testing/interview";
import { renderWithApp } from "@/testing/render-with-app";

import { DetailsCard } from "./details-card";

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
  error: null,
  writtenAt: "2026-11-20T08:00:00Z",
  ...part,
});

const SCHEDULED: Partial<Interview> = {
  status: "scheduled",
  candidateName: "Cara Diaz",
  candidateEmail: "cara@mail.example",
  scheduledDate: "2026-12-01T08:00:00Z",
  scheduledTimezone: "Europe/Berlin",
  scheduledDuration: 30,
};

function show(part: Partial<Interview> = {}, routes: Parameters<typeof stubFetch>[0] = {}) {
  const interview = anInterview(part);
  const calls = stubFetch({
    "GET /api/auth/me": { json: { success: true, data: aUser({ timezone: "Europe/Berlin" }) } },
    "GET /api/interviews/clashes": { json: { success: true, data: [] } },
    "GET /api/interviews/i1/invitations": { json: { success: true, data: [] } },
    "PATCH /api/interviews/i1": ({ body }) => ({
      json: { success: true, interview: { ...interview, ...(body as object) } },
    }),
    ...routes,
  });
  renderWithApp(<DetailsCard interview={interview} />);
  return calls;
}

async function openDialog(name = "Schedule") {
  const user = userEvent.setup({ pointerEventsCheck: 0 });
  // The profile's timezone is loaded before the first click.
  await screen.findByText(/Times in Berlin/);
  await user.click(await screen.findByRole("button", { name }));
  return { user, dialog: await screen.findByRole("dialog", { name: "Schedule interview" }) };
}
// By attribute and text, because roles and names of so many buttons take seconds to compute in jsdom.
function day(date: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(`[data-day="${date}"]`);
  if (!found) throw new Error(`The calendar does not show ${date}`);
  return found;
}
const button = (text: string) => screen.getByText(text, { selector: "button" });
const changes = (calls: ReturnType<typeof show>) =>
  calls.filter(({ method }) => method === "PATCH").map(({ body }) => body);

describe("calendar of the schedule dialog", () => {
  it("shows 42 days, with tomorrow selected and days of the past and other months disabled", async () => {
    show();
    const { dialog } = await openDialog();
    const grid = within(dialog).getByRole("grid", { name: "November 2026" });
    expect(within(grid).getAllByRole("gridcell")).toHaveLength(42);
    const chosen = within(grid).getByRole("gridcell", { selected: true });
    expect(chosen).toHaveTextContent("22");
    expect(day("2026-11-22")).toHaveAccessibleName("Sunday, November 22, 2026");
    expect(day("2026-11-20")).toBeDisabled();
    expect(day("2026-11-21")).toBeEnabled();
    expect(day("2026-11-21")).toHaveAttribute("aria-current", "date");
    expect(day("2026-12-01")).toBeDisabled();
    expect(screen.getByRole("button", { name: "Previous month" })).toBeDisabled();
  });

  it("focuses the selected day when the dialog opens", async () => {
    show();
    await openDialog();
    expect(day("2026-11-22")).toHaveFocus();
  });

  it("returns the focus when the dialog is closed", async () => {
    show();
    const { user } = await openDialog();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    await waitFor(() => expect(screen.getByRole("button", { name: "Schedule" })).toHaveFocus());
  });

  it("moves across the end of the month by keyboard", async () => {
    show();
    const { user } = await openDialog();
    const tomorrow = day("2026-11-22");
    // One day is in the tab order; arrow keys reach the others.
    expect(tomorrow).toHaveAttribute("tabindex", "0");
    expect(day("2026-11-23")).toHaveAttribute("tabindex", "-1");
    tomorrow.focus();
    await user.keyboard("{ArrowRight}");
    expect(day("2026-11-23")).toHaveFocus();
    await user.keyboard("{End}");
    expect(day("2026-11-28")).toHaveFocus();
    await user.keyboard("{ArrowDown}");
    expect(screen.getByText("December 2026")).toBeInTheDocument();
    expect(day("2026-12-05")).toHaveFocus();
    await user.keyboard("{PageDown}{Home}{ArrowUp}");
    expect(day("2026-12-27")).toHaveFocus();
    await user.keyboard("{Enter}");
    expect(day("2026-12-27").parentElement).toHaveAttribute("aria-selected", "true");
    // Days before today cannot be reached.
    await user.keyboard("{PageUp}{PageUp}");
    expect(day("2026-11-21")).toHaveFocus();
  });
});

describe("Set", () => {
  it("schedules a draft in one call, by default tomorrow at nine for half an hour", async () => {
    const calls = show();
    const { user } = await openDialog();
    await user.click(button("Set"));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(changes(calls)).toEqual([
      {
        status: "scheduled",
        scheduledDate: "2026-11-22T08:00:00.000Z",
        scheduledTimezone: "Europe/Berlin",
        scheduledDuration: 30,
      },
    ]);
    expect(calls.some(({ url }) => url.includes("send-invites"))).toBe(false);
  });

  it("accepts common times and minutes between them", async () => {
    const calls = show(SCHEDULED);
    const { user } = await openDialog("Change");
    await user.click(button("1:30 PM"));
    expect(screen.getByLabelText("Hour")).toHaveTextContent("1 PM");
    await user.click(screen.getByLabelText("Minute"));
    await user.click(screen.getByRole("option", { name: "35" }));
    await user.click(button("Set"));
    await waitFor(() => expect(changes(calls)).toHaveLength(1));
    expect(changes(calls)[0]).toEqual({
      scheduledDate: "2026-12-01T12:35:00.000Z",
      scheduledTimezone: "Europe/Berlin",
    });
  });

  it("accepts a preset or a duration from 5 to 120 minutes", async () => {
    const calls = show(SCHEDULED);
    const { user } = await openDialog("Change");
    const duration = screen.getByLabelText("Duration in minutes");
    await user.clear(duration);
    expect(button("Set")).toBeDisabled();
    await user.type(duration, "121");
    expect(screen.getByText("Duration must be between 5 and 120 minutes.")).toBeInTheDocument();
    expect(button("Set")).toBeDisabled();
    await user.click(button("45 min"));
    await user.click(button("Set"));
    await waitFor(() => expect(changes(calls)).toEqual([{ scheduledDuration: 45 }]));
  });

  it.each([
    ["1:30 PM", "Failed to update scheduled time. Please try again."],
    ["60 min", "Failed to update scheduled duration. Please try again."],
  ])("reports what failed after %s and keeps the stored values", async (text, sentence) => {
    show(SCHEDULED, { "PATCH /api/interviews/i1": { status: 500, json: { success: false } } });
    const { user } = await openDialog("Change");
    await user.click(button(text));
    await user.click(button("Set"));
    expect(await screen.findByText(sentence)).toBeInTheDocument();
    await user.click(button("Cancel"));
    expect(screen.getByText("Tue, Dec 1, 2026, 9:00 AM")).toBeInTheDocument();
  });

  it("rejects a time in the past", async () => {
    show();
    const { user } = await openDialog();
    await user.click(day("2026-11-21"));
    expect(screen.getByText("This time is in the past. Choose a later one.")).toBeInTheDocument();
    expect(button("Set")).toBeDisabled();
    expect(button("9:30 AM")).toBeDisabled();
    await user.click(button("10:30 AM"));
    expect(button("Set")).toBeEnabled();
  });
});

describe("Set, if server and browser differ", () => {
  it("reports a time rejected by the server's clock and keeps the selection", async () => {
    const refusal = {
      success: false,
      error: "This time is in the past. Choose a later one.",
      code: "TIME_HAS_PASSED",
    };
    show(SCHEDULED, { "PATCH /api/interviews/i1": { status: 422, json: refusal } });
    const { user, dialog } = await openDialog("Change");
    await user.click(button("1:30 PM"));
    await user.click(button("Set"));
    expect(
      await within(dialog).findByText("This time is in the past. Choose a later one."),
    ).toBeVisible();
    expect(button("1:30 PM")).toHaveAttribute("aria-pressed", "true");
    await user.click(button("2:00 PM"));
    expect(within(dialog).queryByRole("alert")).not.toBeInTheDocument();
  });

  it("ignores a stored date before 2020", async () => {
    show({ ...SCHEDULED, scheduledDate: "2019-05-01T09:00:00Z" });
    expect(await screen.findByText("Not scheduled")).toBeInTheDocument();
    await openDialog("Schedule");
    expect(day("2026-11-22").parentElement).toHaveAttribute("aria-selected", "true");
    expect(screen.getByText("Sun, Nov 22, 2026, 9:00 AM · Berlin · 30 min")).toBeInTheDocument();
  });
});

describe("daylight saving time", () => {
  const at = (scheduledDate: string) => ({ ...SCHEDULED, scheduledDate });

  it("offers the next time for one that does not exist", async () => {
    const calls = show(at("2027-03-28T00:30:00Z"));
    const { user } = await openDialog("Change");
    await user.click(screen.getByRole("combobox", { name: "Hour" }));
    await user.click(screen.getByRole("option", { name: "2 AM" }));
    expect(
      screen.getByText(
        "2:30 AM does not exist on this day in Berlin, because the clocks go forward.",
      ),
    ).toBeInTheDocument();
    expect(button("Set")).toBeDisabled();
    await user.click(button("Use 3:00 AM"));
    await user.click(button("Set"));
    await waitFor(() => expect(changes(calls)).toHaveLength(1));
    expect(changes(calls)[0]).toMatchObject({ scheduledDate: "2027-03-28T01:00:00.000Z" });
  });

  it("asks which of two occurrences is meant", async () => {
    const calls = show(at("2027-10-30T23:30:00Z"));
    const { user } = await openDialog("Change");
    await user.click(screen.getByRole("combobox", { name: "Hour" }));
    await user.click(screen.getByRole("option", { name: "2 AM" }));
    expect(screen.getByText(/2:30 AM occurs twice on this day in Berlin/)).toBeInTheDocument();
    expect(button("Set")).toBeDisabled();
    await user.click(screen.getByRole("radio", { name: "Second (UTC+01:00)" }));
    await user.click(button("Set"));
    await waitFor(() => expect(changes(calls)).toHaveLength(1));
    expect(changes(calls)[0]).toMatchObject({ scheduledDate: "2027-10-31T01:30:00.000Z" });
  });
});

describe("other interviews and timezones", () => {
  it("shows the user's other interviews at that time", async () => {
    const clash = {
      _id: "i9",
      title: "Backend",
      candidateName: "Omar Haddad",
      scheduledDate: "2026-12-01T08:15:00Z",
      scheduledDuration: 45,
    };
    const calls = show(SCHEDULED, {
      "GET /api/interviews/clashes": { json: { success: true, data: [clash] } },
    });
    const { dialog } = await openDialog("Change");
    const link = await within(dialog).findByRole("link", { name: "Omar Haddad" });
    expect(link).toHaveAttribute("href", "/interview-hq/i9");
    expect(within(dialog).getByText("9:15 AM, 45 min")).toBeInTheDocument();
    const { searchParams } = new URL(
      calls.find(({ url }) => url.includes("clashes"))?.url ?? "",
      "http://localhost",
    );
    expect(Object.fromEntries(searchParams)).toEqual({
      start: "2026-12-01T08:00:00.000Z",
      minutes: "30",
      exceptId: "i1",
    });
    // A clash is shown but does not block scheduling.
    expect(button("Set")).toBeEnabled();
  });

  it("remembers the candidate's timezone and shows the time there", async () => {
    show(SCHEDULED);
    const { user } = await openDialog("Change");
    await user.click(screen.getByLabelText(/^Candidate’s timezone/));
    // Paste, so that the list is filtered once and not at every letter.
    await user.click(screen.getByPlaceholderText("Search by city or offset"));
    await user.paste("tokyo");
    await user.click(screen.getByRole("option", { name: /Tokyo/ }));
    await user.click(button("Cancel"));
    expect(screen.getByText("For the candidate: 5:00 PM (Tokyo)")).toBeInTheDocument();
    expect(localStorage.getItem("greenroom.candidate-timezone.i1")).toBe("Asia/Tokyo");
  });

  it("shows the user's own time for an interview in another timezone", async () => {
    show({ ...SCHEDULED, scheduledTimezone: "America/New_York" });
    expect(await screen.findByText("Tue, Dec 1, 2026, 3:00 AM")).toBeInTheDocument();
    expect(screen.getByText("Times in New York (UTC-05:00)")).toBeInTheDocument();
    expect(await screen.findByText("For you: 9:00 AM (Berlin)")).toBeInTheDocument();
  });

  it("shows the day if it differs", async () => {
    localStorage.setItem("greenroom.candidate-timezone.i1", "Pacific/Auckland");
    show({ ...SCHEDULED, scheduledDate: "2026-12-01T15:00:00Z" });
    expect(
      await screen.findByText("For the candidate: Wed, Dec 2, 2026, 4:00 AM (Auckland)"),
    ).toBeInTheDocument();
  });
});

describe("invitations", () => {
  const SEND = "POST /api/interviews/i1/send-invites";
  const sent = (calls: ReturnType<typeof show>) =>
    calls.filter(({ method }) => method === "POST").map(({ body }) => body);

  it("require the candidate's email address", async () => {
    show();
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
    const calls = show({ candidateEmail: "cara@mail.example" }, { [SEND]: { json } });
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
      error: "550 No such user",
    });
    const list = { json: { success: true, data: [invitation(), failed] } };
    show(SCHEDULED, { "GET /api/interviews/i1/invitations": list, [SEND]: list });
    expect(await screen.findByText("cara@mail.example")).toBeInTheDocument();
    expect(screen.getByText("Sent")).toBeInTheDocument();
    expect(screen.getByText("Not sent")).toBeInTheDocument();
    expect(screen.getByText("550 No such user")).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Send again" }));
    expect(await screen.findByText("Invites sent")).toBeInTheDocument();
  });

  it("stay listed when a response from before they were sent arrives late", async () => {
    let answerLate: (answer: { json: unknown }) => void = () => undefined;
    const late = new Promise<{ json: unknown }>((resolve) => {
      answerLate = resolve;
    });
    show(SCHEDULED, {
      "GET /api/interviews/i1/invitations": () => late,
      [SEND]: { json: { success: true, data: [invitation({ delivery: "waiting" })] } },
    });
    await userEvent.click(await screen.findByRole("button", { name: "Send invites" }));
    expect(await screen.findByText("cara@mail.example")).toBeInTheDocument();
    await act(async () => {
      answerLate({ json: { success: true, data: [] } });
      // Long enough for a response to be rendered.
      await new Promise((done) => setTimeout(done, 50));
    });
    expect(screen.getByText("cara@mail.example")).toBeInTheDocument();
  });

  it("are not sent twice for one change, because the server notifies invited people itself", async () => {
    const list = { json: { success: true, data: [invitation()] } };
    const calls = show(SCHEDULED, { "GET /api/interviews/i1/invitations": list, [SEND]: list });
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
  ])("show why they were not sent: %j", async (answer, sentence) => {
    show(SCHEDULED, { [SEND]: answer });
    await userEvent.click(await screen.findByRole("button", { name: "Send invites" }));
    expect(await screen.findByText(sentence)).toBeInTheDocument();
    // The calendar file is offered.
    expect(screen.getByRole("button", { name: "Calendar file" })).toBeEnabled();
  });

  it("can be downloaded as calendar files for the candidate and the recruiter", async () => {
    const saved = vi.fn();
    vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: saved, revokeObjectURL: vi.fn() }));
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
    const calls = show(SCHEDULED, { "GET /api/interviews/i1/invite.ics": { json: "ics" } });
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
    const calls = show(SCHEDULED, { "GET /api/interviews/i1/invitations": list });
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
    const calls = show({ ...SCHEDULED, status: "cancelled" });
    expect(screen.queryByRole("combobox", { name: "Status" })).not.toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Change" })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Reopen" }));
    await waitFor(() => expect(changes(calls)).toEqual([{ status: "draft" }]));
  });
});
