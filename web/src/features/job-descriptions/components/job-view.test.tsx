/** Tests of the read-only view of a job description. */
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";

import { renderWithApp } from "@/testing/render-with-app";

import type { JobDescription } from "../api/types";
import { JobView } from "./job-view";

function job(company: { name: string; industry: string; description: string }): JobDescription {
  return {
    _id: "j1",
    status: "open",
    rawText: "",
    parsed: { title: "Support Lead", company, summary: "You lead a team of eight." },
  } as Partial<JobDescription> as JobDescription;
}

it("shows what the document says about the company", () => {
  renderWithApp(
    <JobView job={job({ name: "Pine", industry: "", description: "Pine builds boats." })} />,
  );
  expect(screen.getByText("Pine builds boats.")).toBeVisible();
});

it("shows no description that only repeats the name of the company", () => {
  renderWithApp(<JobView job={job({ name: "Pine", industry: "", description: "Pine" })} />);
  expect(screen.getAllByText("Pine")).toHaveLength(1);
  expect(screen.getByText("You lead a team of eight.")).toBeVisible();
});
