/** Tests of striking, rewording and restoring a finding. */
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import { stubFetch } from "@/testing/fetch-stub";
import { renderWithApp } from "@/testing/render-with-app";

import type { Finding } from "../api/types";
import { EvidenceArea } from "./evidence-drawer";
import { Strengths } from "./findings";

const FINDING: Finding = {
  key: "f1",
  kind: "strength",
  title: "Cut the batch",
  description: "From six hours to forty minutes.",
  category: "technical",
  evidence: [],
  amendment: null,
};
const AMENDMENT = {
  isStruck: false,
  isReworded: false,
  title: "Cut the batch",
  description: "From six hours to forty minutes.",
  reason: "",
  actorName: "Alice",
  updatedAt: "2026-11-22T10:00:00Z",
};
const ROUTE = "PUT /api/aisense/analysis/i1/findings/f1";

function show(part: Partial<Finding> = {}, status = 200) {
  const calls = stubFetch({
    [ROUTE]: { status, json: { success: status === 200, error: "It is gone." } },
  });
  renderWithApp(
    <EvidenceArea segments={[]}>
      <Strengths interviewId="i1" items={[{ ...FINDING, ...part }]} reason={null} />
    </EvidenceArea>,
  );
  return () => calls.find(({ method }) => method === "PUT")?.body;
}

async function choose(action: string) {
  await userEvent.click(screen.getByRole("button", { name: /^Change the finding/u }));
  await userEvent.click(screen.getByRole("menuitem", { name: action }));
}

describe("a finding", () => {
  it("is struck with a reason only", async () => {
    const body = show();
    await choose("Strike");
    await userEvent.click(screen.getByRole("button", { name: "Strike" }));
    expect(screen.getByRole("alert")).toHaveTextContent("Say why this finding is struck.");
    expect(body()).toBeUndefined();
    await userEvent.type(screen.getByLabelText("Reason"), "A colleague did it.");
    await userEvent.click(screen.getByRole("button", { name: "Strike" }));
    expect(await screen.findByText("Finding struck")).toBeInTheDocument();
    expect(body()).toEqual({
      isStruck: true,
      title: null,
      description: null,
      reason: "A colleague did it.",
    });
  });

  it("stays visible as struck, with who, when and why", () => {
    show({ amendment: { ...AMENDMENT, isStruck: true, reason: "A colleague did it." } });
    expect(screen.getByText("Cut the batch").tagName).toBe("DEL");
    expect(
      screen.getByText("Struck by Alice, Nov 22, 2026: A colleague did it."),
    ).toBeInTheDocument();
    expect(screen.queryByText("From six hours to forty minutes.")).not.toBeInTheDocument();
  });

  it("is reworded, and shows the original on request", async () => {
    const body = show({
      title: "Shortened the batch",
      amendment: { ...AMENDMENT, isReworded: true },
    });
    expect(screen.getByText(/^Cut the batch: From six hours/u)).not.toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Original wording" }));
    expect(screen.getByText(/^Cut the batch: From six hours/u)).toBeVisible();
    await choose("Reword");
    const title = screen.getByLabelText("Title");
    expect(title).toHaveValue("Shortened the batch");
    await userEvent.clear(title);
    await userEvent.type(title, "A shorter batch");
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Finding reworded")).toBeInTheDocument();
    expect(body()).toMatchObject({ isStruck: false, title: "A shorter batch" });
  });

  it("is restored to the original", async () => {
    const body = show({ amendment: { ...AMENDMENT, isStruck: true } });
    await choose("Restore the original");
    await userEvent.click(screen.getByRole("button", { name: "Restore" }));
    expect(await screen.findByText("Finding restored")).toBeInTheDocument();
    expect(body()).toEqual({ isStruck: false, title: null, description: null, reason: "" });
  });

  it("says when it could not be changed", async () => {
    show({ amendment: { ...AMENDMENT, isStruck: true } }, 404);
    await choose("Restore the original");
    await userEvent.click(screen.getByRole("button", { name: "Restore" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("It is gone.");
  });
});
