/** Tests of the matches of a record. */
import { act, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";

import { stubFetch } from "@/testing/fetch-stub";
import { renderWithApp } from "@/testing/render-with-app";

import type { Match, Matches } from "../api/types";
import { MatchesPanel } from "./matches-panel";

const OF_JOB = "GET /api/job-descriptions/j1/matches";
const ONE = "GET /api/job-descriptions/j1/matches/c1";
const OF_CANDIDATE = "GET /api/candidates/c1/matches";

function match(part: Partial<Match> = {}): Match {
  return {
    recordId: "c1",
    name: "Nora Lindqvist",
    subtitle: "Backend engineer",
    score: 82,
    sharedSkills: ["Python", "PostgreSQL"],
    missingSkills: ["Go / Java"],
    skills: [],
    reasons: [],
    ...part,
  };
}

function one(reasons: Match["reasons"] = []) {
  return { json: { success: true, data: match({ reasons }) } };
}

function matchesResponse(
  matches: Match[],
  isReady = true,
): { json: { success: true; data: Matches } } {
  return { json: { success: true, data: { isReady, matches } } };
}

const off = {
  status: 503,
  json: { success: false, error: "Away", message: "Away", code: "ENGINE_UNAVAILABLE" },
};

function show(routes: Parameters<typeof stubFetch>[0], kind: "candidate" | "jobDescription") {
  const calls = stubFetch(routes);
  renderWithApp(<MatchesPanel kind={kind} recordId={kind === "candidate" ? "c1" : "j1"} />);
  return calls;
}

describe("MatchesPanel", () => {
  it("lists candidates that match a job, with score and skills", async () => {
    const calls = show({ [OF_JOB]: matchesResponse([match()]) }, "jobDescription");
    const list = within(await screen.findByRole("list", { name: "Best matching candidates" }));
    expect(list.getByRole("link", { name: "Nora Lindqvist" })).toHaveAttribute(
      "href",
      "/candidate-hq/c1",
    );
    expect(list.getByText("Backend engineer")).toBeVisible();
    const meter = list.getByRole("meter", { name: "Match" });
    expect(meter).toHaveAttribute("aria-valuenow", "82");
    expect(meter).toHaveAttribute("aria-valuetext", "82 of 100");
    const skills = within(list.getByRole("list", { name: "Required skills" }));
    expect(skills.getAllByRole("listitem").map((chip) => chip.textContent)).toEqual([
      "Python(found)",
      "PostgreSQL(found)",
      "Go / Java(not found)",
    ]);
    // The list needs no model: reasons are loaded only on demand.
    expect(calls.map(({ url }) => url)).toEqual([
      "/api/job-descriptions/j1/matches?limit=5&reasons=false",
    ]);
  });

  it("explains what a match is", async () => {
    show({ [OF_JOB]: matchesResponse([match()]) }, "jobDescription");
    expect(
      await screen.findByText(
        "A match compares the wording of both documents. Use it as a guide, not as a decision. Name, contact details, age and location are ignored.",
      ),
    ).toBeVisible();
  });

  it("lists the jobs that match a candidate and labels a job without a title", async () => {
    show({ [OF_CANDIDATE]: matchesResponse([match({ recordId: "j9", name: "" })]) }, "candidate");
    expect(await screen.findByRole("link", { name: "Untitled job" })).toHaveAttribute(
      "href",
      "/job-hq/j9",
    );
  });

  it("shows the lines of both documents as reasons", async () => {
    const reasons = [{ requirement: "Knowledge of PCI DSS", evidence: "Led the PCI DSS audit" }];
    const calls = show(
      { [OF_JOB]: matchesResponse([match()]), [ONE]: one(reasons) },
      "jobDescription",
    );
    const why = await screen.findByRole("button", { name: "Why Nora Lindqvist" });
    expect(why).toHaveAttribute("aria-expanded", "false");
    await userEvent.click(why);
    expect(why).toHaveAttribute("aria-expanded", "true");
    const job = (await screen.findByText("Job description")).closest("figure");
    const cv = screen.getByText("CV").closest("figure");
    expect(job).toHaveTextContent("Knowledge of PCI DSS");
    expect(cv).toHaveTextContent("Led the PCI DSS audit");
    expect(calls).toHaveLength(2);
    await userEvent.click(why);
    expect(screen.queryByText("CV")).toBeNull();
  });

  it("says how each skill was found", async () => {
    const skills: Match["skills"] = [
      { skill: "Python", isRequired: true, foundBy: "name", words: "Python" },
      { skill: "Kubernetes", isRequired: true, foundBy: "synonym", words: "k8s" },
      { skill: "Wound care", isRequired: false, foundBy: "meaning", words: "Care of wounds" },
      { skill: "Go / Java", isRequired: true, foundBy: null, words: null },
    ];
    show(
      {
        [OF_JOB]: matchesResponse([match()]),
        [ONE]: { json: { success: true, data: match({ skills }) } },
      },
      "jobDescription",
    );
    await userEvent.click(await screen.findByRole("button", { name: "Why Nora Lindqvist" }));
    const list = within(await screen.findByRole("list", { name: "How each skill was found" }));
    expect(list.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "Python · named in the CV",
      "Kubernetes · under another name in the CV: “k8s”",
      "Wound care (preferred) · described in the CV: “Care of wounds”",
      "Go / Java · not found in the CV",
    ]);
  });

  it("reports that no line supports a match", async () => {
    show({ [OF_JOB]: matchesResponse([match()]), [ONE]: one() }, "jobDescription");
    await userEvent.click(await screen.findByRole("button", { name: "Why Nora Lindqvist" }));
    expect(await screen.findByText(/^No line of the CV corresponds directly/u)).toBeVisible();
  });

  it("keeps the list when loading the reasons fails, and retries", async () => {
    let isOff = true;
    const reasons = [{ requirement: "Knowledge of PCI DSS", evidence: "Led the PCI DSS audit" }];
    show(
      { [OF_JOB]: matchesResponse([match()]), [ONE]: () => (isOff ? off : one(reasons)) },
      "jobDescription",
    );
    await userEvent.click(await screen.findByRole("button", { name: "Why Nora Lindqvist" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("the reasons cannot be shown");
    expect(screen.getByRole("link", { name: "Nora Lindqvist" })).toBeVisible();
    isOff = false;
    await userEvent.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByText("Led the PCI DSS audit")).toBeVisible();
  });

  it("collapses a long list of skills", async () => {
    const sharedSkills = Array.from({ length: 11 }, (_, index) => `Skill ${String(index)}`);
    show({ [OF_JOB]: matchesResponse([match({ sharedSkills })]) }, "jobDescription");
    expect(await screen.findByText("Skill 7")).toBeVisible();
    expect(screen.queryByText("Skill 8")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "4 more" }));
    expect(screen.getByText("Skill 10")).toBeVisible();
    expect(screen.getByText("Go / Java")).toBeVisible();
  });

  it("shows more on demand", async () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) =>
        match({ recordId: `c${String(index)}`, name: `Person ${String(index)}` }),
      );
    const calls = show(
      { [OF_JOB]: ({ url }) => matchesResponse(many(url.includes("limit=20") ? 7 : 5)) },
      "jobDescription",
    );
    await userEvent.click(await screen.findByRole("button", { name: "Show more" }));
    expect(await screen.findByText("Person 6")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
    expect(calls).toHaveLength(2);
  });

  it("explains an empty list", async () => {
    show({ [OF_CANDIDATE]: matchesResponse([]) }, "candidate");
    expect(await screen.findByText("No matching jobs yet")).toBeVisible();
  });

  it("refreshes while records are being processed", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let isReady = false;
    show(
      { [OF_JOB]: () => (isReady ? matchesResponse([match()]) : matchesResponse([], false)) },
      "jobDescription",
    );
    expect(await screen.findByText(/^The records are being processed/u)).toBeVisible();
    isReady = true;
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect(await screen.findByRole("link", { name: "Nora Lindqvist" })).toBeVisible();
    expect(screen.queryByText(/being read/u)).toBeNull();
    vi.useRealTimers();
  });

  it("shows available matches while other records are being processed", async () => {
    show({ [OF_JOB]: matchesResponse([match()], false) }, "jobDescription");
    expect(await screen.findByText(/^Some records are still being processed/u)).toBeVisible();
    expect(screen.getByRole("link", { name: "Nora Lindqvist" })).toBeVisible();
  });

  it("reports an unavailable model and retries", async () => {
    let isOff = true;
    show({ [OF_JOB]: () => (isOff ? off : matchesResponse([match()])) }, "jobDescription");
    expect(await screen.findByText(/^Matching is not available at the moment/u)).toBeVisible();
    isOff = false;
    await userEvent.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByRole("link", { name: "Nora Lindqvist" })).toBeVisible();
  });
});
