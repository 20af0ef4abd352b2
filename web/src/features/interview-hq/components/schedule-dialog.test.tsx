/** Tests of the schedule dialog: calendar, time, duration, daylight saving time and timezones. */
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { button, changes, day, openDialog, SCHEDULED, showDetails } from "../testing/show-details";

// A Saturday, 10 AM in Berlin.
const NOW = new Date("2026-11-21T09:00:00Z");

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

describe("calendar of the schedule dialog", () => {
  it("shows 42 days, with tomorrow selected and days of the past and other months disabled", async () => {
    showDetails();
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
    showDetails();
    await openDialog();
    expect(day("2026-11-22")).toHaveFocus();
  });

  it("returns the focus when the dialog is closed", async () => {
    showDetails();
    const { user } = await openDialog();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    await waitFor(() => expect(screen.getByRole("button", { name: "Schedule" })).toHaveFocus());
  });

  it("moves across the end of the month by keyboard", async () => {
    showDetails();
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
    const calls = showDetails();
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
    const calls = showDetails(SCHEDULED);
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
    const calls = showDetails(SCHEDULED);
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
    showDetails(SCHEDULED, {
      "PATCH /api/interviews/i1": { status: 500, json: { success: false } },
    });
    const { user } = await openDialog("Change");
    await user.click(button(text));
    await user.click(button("Set"));
    expect(await screen.findByText(sentence)).toBeInTheDocument();
    await user.click(button("Cancel"));
    expect(screen.getByText("Tue, Dec 1, 2026, 9:00 AM")).toBeInTheDocument();
  });

  it("rejects a time in the past", async () => {
    showDetails();
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
    showDetails(SCHEDULED, { "PATCH /api/interviews/i1": { status: 422, json: refusal } });
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

  it("shows when an interview without a date was held", async () => {
    showDetails({
      ...SCHEDULED,
      status: "completed",
      scheduledDate: null,
      startedAt: "2026-11-20T09:00:00Z",
    });
    expect(await screen.findByText("Fri, Nov 20, 2026, 10:00 AM")).toBeInTheDocument();
  });

  it("ignores a stored date before 2020", async () => {
    showDetails({ ...SCHEDULED, scheduledDate: "2019-05-01T09:00:00Z" });
    expect(await screen.findByText("No date yet")).toBeInTheDocument();
    await openDialog("Schedule");
    expect(day("2026-11-22").parentElement).toHaveAttribute("aria-selected", "true");
    expect(screen.getByText("Sun, Nov 22, 2026, 9:00 AM · Berlin · 30 min")).toBeInTheDocument();
  });
});

describe("daylight saving time", () => {
  const at = (scheduledDate: string) => ({ ...SCHEDULED, scheduledDate });

  it("offers the next time for one that does not exist", async () => {
    const calls = showDetails(at("2027-03-28T00:30:00Z"));
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
    const calls = showDetails(at("2027-10-30T23:30:00Z"));
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
    const calls = showDetails(SCHEDULED, {
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
    showDetails(SCHEDULED);
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
    showDetails({ ...SCHEDULED, scheduledTimezone: "America/New_York" });
    expect(await screen.findByText("Tue, Dec 1, 2026, 3:00 AM")).toBeInTheDocument();
    expect(screen.getByText("Times in New York (UTC-05:00)")).toBeInTheDocument();
    expect(await screen.findByText("For you: 9:00 AM (Berlin)")).toBeInTheDocument();
  });

  it("shows the day if it differs", async () => {
    localStorage.setItem("greenroom.candidate-timezone.i1", "Pacific/Auckland");
    showDetails({ ...SCHEDULED, scheduledDate: "2026-12-01T15:00:00Z" });
    expect(
      await screen.findByText("For the candidate: Wed, Dec 2, 2026, 4:00 AM (Auckland)"),
    ).toBeInTheDocument();
  });
});
