/** Tests of the choice of the report's language. */
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";

import { showDetails } from "../testing/show-details";

it("stores the chosen language", async () => {
  const calls = showDetails({ status: "completed" });
  await userEvent.click(screen.getByRole("combobox", { name: "Language of the report" }));
  await userEvent.click(screen.getByRole("option", { name: "German" }));
  await vi.waitFor(() =>
    expect(calls.find(({ method }) => method === "PATCH")?.body).toEqual({ reportLanguage: "de" }),
  );
});

it("goes back to the recruiter's language", async () => {
  const calls = showDetails({ reportLanguage: "fr" });
  await userEvent.click(screen.getByRole("combobox", { name: "Language of the report" }));
  await userEvent.click(screen.getByRole("option", { name: "Your language, or the spoken one" }));
  await vi.waitFor(() =>
    expect(calls.find(({ method }) => method === "PATCH")?.body).toEqual({ reportLanguage: null }),
  );
});
