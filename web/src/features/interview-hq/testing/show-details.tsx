/** Renders the details of an interview for tests, with its schedule dialog. */
import type { QueryClient } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect } from "vitest";

import type { Interview } from "@/api/types";
import { aSite, aUser } from "@/testing/account";
import { stubFetch } from "@/testing/fetch-stub";
import { anInterview } from "@/testing/interview";
import { renderWithApp } from "@/testing/render-with-app";

import { DetailsCard } from "../components/details-card";

/** An interview with date, candidate and email address. */
export const SCHEDULED: Partial<Interview> = {
  status: "scheduled",
  candidateName: "Cara Diaz",
  candidateEmail: "cara@mail.example",
  scheduledDate: "2026-12-01T08:00:00Z",
  scheduledTimezone: "Europe/Berlin",
  scheduledDuration: 30,
};

/** Of the details that were rendered last. */
let queries: QueryClient | null = null;

/** Renders the details of an interview; returns the calls they make. */
export function showDetails(
  part: Partial<Interview> = {},
  routes: Parameters<typeof stubFetch>[0] = {},
) {
  const interview = anInterview(part);
  const calls = stubFetch({
    "GET /api/auth/me": { json: { success: true, data: aUser({ timezone: "Europe/Berlin" }) } },
    "GET /api/site": { json: { success: true, data: aSite() } },
    "GET /api/interviews/clashes": { json: { success: true, data: [] } },
    "GET /api/interviews/i1/invitations": { json: { success: true, data: [] } },
    "GET /api/transcription/languages": { json: { success: true, data: ["en", "de"] } },
    "PATCH /api/interviews/i1": ({ body }) => ({
      json: { success: true, interview: { ...interview, ...(body as object) } },
    }),
    ...routes,
  });
  queries = renderWithApp(<DetailsCard interview={interview} />).client;
  return calls;
}

/** Opens the schedule dialog with the button of this name. */
export async function openDialog(name = "Schedule") {
  const user = userEvent.setup({ pointerEventsCheck: 0 });
  // The profile's timezone is loaded before the first click.
  await waitFor(() => expect(queries?.isFetching()).toBe(0));
  await user.click(await screen.findByRole("button", { name }));
  return { user, dialog: await screen.findByRole("dialog", { name: "Schedule interview" }) };
}

/** A day of the calendar. By attribute, because roles of so many buttons take seconds in jsdom. */
export function day(date: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(`[data-day="${date}"]`);
  if (!found) throw new Error(`The calendar does not show ${date}`);
  return found;
}

/** A button by its text, for the same reason. */
export const button = (text: string) => screen.getByText(text, { selector: "button" });

/** The changes sent to the server. */
export const changes = (calls: ReturnType<typeof showDetails>) =>
  calls.filter(({ method }) => method === "PATCH").map(({ body }) => body);
