/** Tests of the choice of the spoken language. */
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";

import { showDetails } from "../testing/show-details";

const LABEL = "Spoken language";

async function choose(name: string) {
  await userEvent.click(screen.getByRole("combobox", { name: LABEL }));
  await userEvent.click(await screen.findByRole("option", { name }));
}

it("stores one of the languages that the speech model knows", async () => {
  const calls = showDetails({ status: "scheduled" });
  await choose("German");
  await vi.waitFor(() =>
    expect(calls.find(({ method }) => method === "PATCH")?.body).toEqual({ language: "de" }),
  );
});

it("keeps the stored language when the server refuses another one", async () => {
  showDetails(
    { status: "scheduled" },
    { "PATCH /api/interviews/i1": { status: 422, json: { success: false } } },
  );
  await choose("German");
  expect(await screen.findByRole("alert")).toHaveTextContent("The language could not be changed.");
  expect(screen.getByRole("combobox", { name: LABEL })).toHaveTextContent("English");
});

it("can no longer be changed once the interview runs", async () => {
  showDetails({ status: "in_progress", language: "de" });
  expect(await screen.findByText("German")).toBeInTheDocument();
  expect(screen.queryByRole("combobox", { name: LABEL })).not.toBeInTheDocument();
});
