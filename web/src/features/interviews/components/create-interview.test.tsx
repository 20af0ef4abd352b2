/** Tests of creating interviews, blank or from a template. */
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import type { Schemas } from "@/api/types";
import { aSite, aUser } from "@/testing/account";
import { stubFetch } from "@/testing/fetch-stub";
import { anInterview } from "@/testing/interview";
import { renderWithApp } from "@/testing/render-with-app";

import { InterviewsPage } from "./interviews-page";

const TEMPLATE: Schemas["TemplateView"] = {
  _id: "t1",
  name: "Engineering screen",
  isShared: true,
  isOwn: false,
  ownerName: "Bob Bell",
  questions: [
    { question: "Why?", category: "motivation", estimatedTime: 5, restsOnCv: false },
    { question: "How?", category: "technical", estimatedTime: 10, restsOnCv: false },
  ],
  updatedAt: "2026-11-01T09:00:00Z",
};

const EMPTY = {
  success: true,
  data: [],
  pagination: { page: 1, limit: 10, total: 0, totalPages: 0, hasMore: false },
};

type Routes = Parameters<typeof stubFetch>[0];

function show(routes: Routes) {
  const calls = stubFetch({
    "GET /api/billing/can-start": { json: { success: true, data: { canStart: true } } },
    "GET /api/site": { json: { success: true, data: aSite({ billingMode: "off" }) } },
    "GET /api/auth/me": { json: { success: true, data: aUser() } },
    "GET /api/interviews": { json: EMPTY },
    "GET /api/question-templates": { json: { ...EMPTY, data: [TEMPLATE] } },
    "POST /api/interviews": { json: { success: true, interview: anInterview({ _id: "new" }) } },
    "POST /api/question-templates/t1/apply": { json: { success: true, skipped: 0 } },
    ...routes,
  });
  renderWithApp(<InterviewsPage />, {
    path: "/interviews",
    routes: [{ path: "/interview-hq/:id", element: <p>Interview HQ</p> }],
  });
  return calls;
}

async function choose(entry: string) {
  await userEvent.click(await screen.findByRole("button", { name: "More ways to create" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: entry }));
}

async function pickTemplate() {
  await choose("From a template…");
  const dialog = within(await screen.findByRole("dialog", { name: "Start from a template" }));
  await userEvent.click(await dialog.findByRole("button", { name: /Engineering screen/u }));
}

describe("Creating an interview", () => {
  it("creates a blank interview from the menu", async () => {
    const calls = show({});
    await choose("Blank interview");
    expect(await screen.findByText("Interview HQ")).toBeVisible();
    expect(calls.filter(({ method }) => method === "POST")).toHaveLength(1);
  });

  it("creates an interview from a template, adds the questions and opens its HQ", async () => {
    const calls = show({});
    await pickTemplate();
    expect(await screen.findByText("Interview HQ")).toBeVisible();
    const posts = calls.filter(({ method }) => method === "POST");
    expect(posts.map(({ url }) => url)).toEqual([
      "/api/interviews",
      "/api/question-templates/t1/apply",
    ]);
    expect(posts[1]?.body).toEqual({ interviewId: "new" });
  });

  it("shows size and owner of a template", async () => {
    show({});
    await choose("From a template…");
    expect(await screen.findByText("2 questions · 15 minutes · by Bob Bell")).toBeVisible();
  });

  it("opens the HQ and reports that the questions could not be added", async () => {
    show({ "POST /api/question-templates/t1/apply": { status: 500, json: {} } });
    await pickTemplate();
    expect(await screen.findByText("Interview HQ")).toBeVisible();
    expect(
      screen.getByText(/the questions of “Engineering screen” could not/u, { selector: "div" }),
    ).toBeVisible();
  });

  it("reports a failed creation and applies nothing", async () => {
    const calls = show({ "POST /api/interviews": { status: 500, json: {} } });
    await pickTemplate();
    expect(
      await screen.findByText("Failed to create interview. Please try again."),
    ).toBeInTheDocument();
    expect(calls.some(({ url }) => url.endsWith("/apply"))).toBe(false);
  });

  it("explains templates while there are none", async () => {
    show({ "GET /api/question-templates": { json: EMPTY } });
    await choose("From a template…");
    expect(await screen.findByText("No templates yet")).toBeVisible();
  });
});
