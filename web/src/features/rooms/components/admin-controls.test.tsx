/** Tests of the administrators' controls in the room. */
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it } from "vitest";

import { stubFetch } from "@/testing/fetch-stub";
import { renderWithApp } from "@/testing/render-with-app";

import { AdminControls } from "./admin-controls";

const GENERATE = "POST /api/interview/i1/demo/generate-transcript";
const CLEAR = "DELETE /api/interview/i1/demo/clear-transcript";

function Controls() {
  const [isDemo, setIsDemo] = useState(false);
  return (
    <AdminControls interviewId="i1" status="scheduled" isDemo={isDemo} onDemoChange={setIsDemo} />
  );
}

function show(routes: Parameters<typeof stubFetch>[0] = {}) {
  const calls = stubFetch(routes);
  renderWithApp(<Controls />, { path: "/", at: "/" });
  return { calls };
}

function findCall(calls: ReturnType<typeof stubFetch>, key: string) {
  return calls.find(({ method, url }) => `${method} ${url}` === key);
}

async function openGenerator() {
  await userEvent.click(screen.getByRole("button", { name: "Demo" }));
}

describe("AdminControls", () => {
  it("offers demo mode, the generator and clearing", async () => {
    show();
    expect(screen.getByRole("button", { name: "Demo" })).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Clear" })).toBeInTheDocument();
    const mode = screen.getByRole("switch", { name: "Demo mode" });
    await userEvent.click(mode);
    expect(mode).toBeChecked();
  });

  it("generates a transcript with the chosen options", async () => {
    const { calls } = show({
      [GENERATE]: {
        json: { success: true, message: "", data: { segments: [{}, {}], coveredQuestions: 0 } },
      },
    });
    await openGenerator();
    const segments = screen.getByRole("slider", { name: "Segments" });
    segments.focus();
    await userEvent.keyboard("{ArrowRight}");
    await userEvent.click(screen.getByRole("button", { name: "Generate" }));
    expect(await screen.findByText("2 demo lines were generated.")).toBeInTheDocument();
    const call = findCall(calls, GENERATE);
    expect(call?.body).toMatchObject({ scenario: "frontend", segmentCount: 12 });
  });

  it("needs a role for a custom scenario, and real questions for their number", async () => {
    show();
    await openGenerator();
    expect(screen.getByRole("slider", { name: "Questions" })).toHaveAttribute("data-disabled");
    await userEvent.click(screen.getByRole("checkbox", { name: "Cover real questions" }));
    expect(screen.getByRole("slider", { name: "Questions" })).not.toHaveAttribute("data-disabled");
    await userEvent.click(screen.getByRole("combobox", { name: "Scenario" }));
    await userEvent.click(screen.getByRole("option", { name: "Custom Role" }));
    expect(screen.getByRole("button", { name: "Generate" })).toBeDisabled();
    await userEvent.type(screen.getByRole("textbox", { name: "Role" }), "Nurse");
    expect(screen.getByRole("button", { name: "Generate" })).toBeEnabled();
  });

  it("shows why nothing was generated", async () => {
    const message = "This interview has lines that people really said.";
    show({
      [GENERATE]: { status: 409, json: { success: false, code: "REAL_TRANSCRIPT", message } },
    });
    await openGenerator();
    await userEvent.click(screen.getByRole("button", { name: "Generate" }));
    expect(await screen.findByText(message)).toBeInTheDocument();
  });

  it("clears after a confirmation", async () => {
    show({ [CLEAR]: { json: { success: true, message: "", removed: 10 } } });
    await userEvent.click(screen.getByRole("button", { name: "Clear" }));
    await userEvent.click(screen.getAllByRole("button", { name: "Clear" }).at(-1)!);
    expect(await screen.findByText("10 demo lines were removed.")).toBeInTheDocument();
  });

  it("moves the status one step", async () => {
    const status = "PATCH /api/interviews/recruiter/i1/status";
    const { calls } = show({ [status]: { json: { success: true } } });
    await userEvent.click(screen.getByRole("button", { name: "Set status: In Progress" }));
    expect(findCall(calls, status)?.body).toEqual({ status: "in_progress" });
  });

  it("says that the status could not be changed", async () => {
    show({
      "PATCH /api/interviews/recruiter/i1/status": { status: 500, json: { success: false } },
    });
    await userEvent.click(screen.getByRole("button", { name: "Set status: In Progress" }));
    expect(
      await screen.findByText("Failed to update status. Please try again."),
    ).toBeInTheDocument();
  });
});
