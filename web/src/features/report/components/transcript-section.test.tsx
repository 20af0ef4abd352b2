/** Tests of the transcript of a report: evidence, search and marks. */
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";

import { SEGMENTS, show, withReport } from "../testing/show-report";

describe("transcript of a report", () => {
  it("links a claim to its transcript line", async () => {
    show(withReport);
    await userEvent.click(await screen.findByRole("button", { name: "Quote" }));
    expect(document.querySelector("mark")).toBeNull();
    const claim = screen.getByText("“we cut it to forty minutes.”").closest("li")!;
    await userEvent.click(
      within(claim).getByRole("button", { name: "Show 1:10 in the transcript" }),
    );
    const drawer = await screen.findByRole("dialog", { name: "Evidence in the transcript" });
    expect(drawer.querySelector("mark")).toHaveTextContent("we cut it to forty minutes.");
    expect(drawer.querySelector("[aria-current]")).toHaveTextContent("It held.");
    expect(within(drawer).getByText("Line 0")).toBeInTheDocument();
    await userEvent.click(within(drawer).getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it("searches the transcript and shows a found line in its context", async () => {
    show(withReport);
    await userEvent.type(await screen.findByRole("searchbox"), "CUT IT");
    expect(await screen.findByText("1 line found")).toBeInTheDocument();
    expect(screen.queryByText("Line 0")).not.toBeInTheDocument();
    const found = screen.getByText("cut it", { selector: "mark" }).closest("li")!;
    await userEvent.click(
      within(found).getByRole("button", { name: "Show 1:10 in the transcript" }),
    );
    const drawer = await screen.findByRole("dialog", { name: "Evidence in the transcript" });
    expect(within(drawer).getByText("Line 6")).toBeInTheDocument();
    await userEvent.keyboard("{Escape}");
    await userEvent.type(screen.getByRole("searchbox"), " nowhere");
    expect(await screen.findByText("No lines contain “CUT IT nowhere”.")).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Clear search" }));
    expect(await screen.findByText("Line 0")).toBeInTheDocument();
  });

  it("marks lines that the server did not transcribe", async () => {
    const segments = [{ ...SEGMENTS[0], origin: "client" }, ...SEGMENTS.slice(1)];
    show(withReport, {
      "GET /api/interview/i1/transcript": { json: { success: true, data: { segments } } },
    });
    const line = (await screen.findByText("Line 0")).closest("li")!;
    expect(line).toHaveTextContent("Interviewer (imported)");
    expect(screen.getAllByText(/imported/)).toHaveLength(1);
  });

  it("marks quotes of lines that the server did not transcribe", async () => {
    const segments = [...SEGMENTS.slice(0, 7), { ...SEGMENTS[7], origin: "client" }];
    show(withReport, {
      "GET /api/interview/i1/transcript": { json: { success: true, data: { segments } } },
    });
    const quote = await screen.findByText("“we cut it to forty minutes.”");
    expect(quote.closest("li")).toHaveTextContent("1:10 (imported)");
  });

  it("shows five lines of the transcript at first", async () => {
    show(withReport);
    expect(await screen.findByText("Line 4")).toBeInTheDocument();
    expect(screen.queryByText("Line 5")).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Show all 8 lines" }));
    expect(screen.getByText("Line 5")).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Show less" }));
    expect(screen.queryByText("Line 5")).not.toBeInTheDocument();
  });

  it("is copied, also where the browser blocks the clipboard, and says when it could not be", async () => {
    const user = userEvent.setup();
    show(withReport);
    await user.click(await screen.findByRole("button", { name: "Copy transcript" }));
    expect(await screen.findByText("Transcript copied to clipboard!")).toBeInTheDocument();
    expect(await navigator.clipboard.readText()).toContain("Line 0");
    vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("blocked"));
    await user.click(screen.getByRole("button", { name: "Copy transcript" }));
    expect(
      await screen.findByText("Failed to copy transcript. Please try again."),
    ).toBeInTheDocument();
  });
});
