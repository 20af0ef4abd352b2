/** Tests of editing a candidate profile in Candidate HQ. */
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import { PROFILE, READ, SAVE, showCandidate } from "../testing/show-candidate";

describe("Editing a candidate profile", () => {
  it("saves edited fields", async () => {
    const saved = { ...PROFILE, name: "Nora L." };
    const { calls } = showCandidate({
      [SAVE]: { json: { success: true, data: saved } },
    });
    await userEvent.click(await screen.findByRole("button", { name: "Edit" }));
    const name = screen.getByRole("textbox", { name: "Name" });
    await userEvent.clear(name);
    await userEvent.type(name, "Nora L.{Enter}");
    expect(await screen.findByText("Profile updated successfully!")).toBeVisible();
    expect(screen.getByRole("heading", { level: 1, name: "Nora L." })).toBeVisible();
    const patch = calls.find(({ method }) => method === "PATCH");
    // Unchanged fields are not sent, so they keep their evidence.
    expect(patch?.body).toEqual({
      name: "Nora L.",
      email: "nora@example.com",
      phone: "",
      linkedin: "",
      updatedAt: PROFILE.updatedAt,
    });
  });

  it("reports a failed save and keeps the input", async () => {
    showCandidate({ [SAVE]: { status: 500, json: {} } });
    await userEvent.click(await screen.findByRole("button", { name: "Edit" }));
    await userEvent.type(screen.getByRole("textbox", { name: "Phone" }), "123{Enter}");
    expect(await screen.findByText("Failed to update profile. Please try again.")).toBeVisible();
    expect(screen.getByRole("textbox", { name: "Phone" })).toHaveValue("123");
  });

  it("edits every field; Enter adds a line in multi-line fields", async () => {
    const { calls } = showCandidate({ [SAVE]: { json: { success: true, data: PROFILE } } });
    await userEvent.click(await screen.findByRole("button", { name: "Edit" }));
    const paste = async (name: string, text: string) => {
      await userEvent.click(screen.getByRole("textbox", { name }));
      await userEvent.paste(text);
    };
    await userEvent.type(screen.getByRole("textbox", { name: "CV assessment" }), "A{Enter}B");
    await paste("Key strengths", "Clusters\n\nTeaching");
    await paste("Skills", ", Rust, ,");
    await userEvent.clear(screen.getByRole("textbox", { name: "Position" }));
    await paste("Position", "Head of Platform");
    await paste("Location", "Bergen");
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Profile updated successfully!")).toBeVisible();
    expect(calls.find(({ method }) => method === "PATCH")?.body).toMatchObject({
      cvProfile: { summary: "A\nB", keyStrengths: ["Clusters", "Teaching"] },
      currentPosition: "Head of Platform",
      cvParsed: { skills: ["Go", "Rust"], location: "Bergen" },
    });
  });

  it("adds a position and validates its dates", async () => {
    const { calls } = showCandidate({ [SAVE]: { json: { success: true, data: PROFILE } } });
    await userEvent.click(await screen.findByRole("button", { name: "Edit" }));
    await userEvent.click(screen.getByRole("button", { name: "Add position" }));
    await userEvent.type(screen.getByRole("textbox", { name: "Job title" }), "Cook");
    await userEvent.type(screen.getByRole("textbox", { name: "From" }), "2020-13{Enter}");
    expect(await screen.findByText("Use the format 2021-03 or 2021.")).toBeVisible();
    expect(calls.some(({ method }) => method === "PATCH")).toBe(false);
    await userEvent.type(screen.getByRole("textbox", { name: "From" }), "{Backspace}2{Enter}");
    expect(await screen.findByText("Profile updated successfully!")).toBeVisible();
    expect(calls.find(({ method }) => method === "PATCH")?.body).toMatchObject({
      cvParsed: {
        experience: [{ title: "Cook", start: "2020-12", end: null, durationMonths: null }],
      },
    });
  });

  it("cancels on Escape and returns the focus", async () => {
    showCandidate();
    await userEvent.click(await screen.findByRole("button", { name: "Edit" }));
    expect(screen.getByRole("textbox", { name: "Name" })).toHaveFocus();
    await userEvent.keyboard("x{Escape}");
    expect(screen.queryByRole("textbox")).toBeNull();
    expect(screen.getByRole("button", { name: "Edit" })).toHaveFocus();
  });

  it("asks before unsaved input is left, but not on a change of tab", async () => {
    localStorage.setItem("token", "t");
    const { router } = showCandidate();
    await userEvent.click(await screen.findByRole("button", { name: "Edit" }));
    await userEvent.type(screen.getByRole("textbox", { name: "Phone" }), "1");
    await userEvent.click(screen.getByRole("tab", { name: "Documents" }));
    expect(router.state.location.search).toBe("?tab=documents");
    await userEvent.click(screen.getByRole("tab", { name: "Profile" }));
    expect(screen.getByRole("textbox", { name: "Phone" })).toHaveValue("1");
    await userEvent.click(screen.getByRole("link", { name: "Candidates" }));
    expect(await screen.findByRole("alertdialog")).toHaveTextContent("Leave without saving?");
  });

  it("reports an edit conflict and loads the newer version", async () => {
    let isNewer = false;
    const { calls } = showCandidate({
      [READ]: () => ({
        json: {
          success: true,
          data: isNewer ? { ...PROFILE, phone: "555", updatedAt: "2026-11-21T09:00:00Z" } : PROFILE,
        },
      }),
      [SAVE]: () => {
        if (isNewer) return { json: { success: true, data: PROFILE } };
        isNewer = true;
        return { status: 409, json: { error: "Changed.", code: "EDITED_MEANWHILE" } };
      },
    });
    await userEvent.click(await screen.findByRole("button", { name: "Edit" }));
    await userEvent.type(screen.getByRole("textbox", { name: "Name" }), "!{Enter}");
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "Someone else has changed this record in the meantime.",
    );
    expect(screen.getByRole("textbox", { name: "Name" })).toHaveValue("Nora Lindqvist!");
    await userEvent.click(screen.getByRole("button", { name: "Load the newer version" }));
    await waitFor(() => expect(screen.getByRole("textbox", { name: "Phone" })).toHaveValue("555"));
    expect(screen.getByRole("textbox", { name: "Name" })).toHaveValue("Nora Lindqvist");
    await userEvent.keyboard("{Enter}");
    expect(await screen.findByText("Profile updated successfully!")).toBeVisible();
    expect(calls.filter(({ method }) => method === "PATCH").at(-1)?.body).toMatchObject({
      updatedAt: "2026-11-21T09:00:00Z",
    });
  });
});
