/** Tests of name, email and timezone on the profile page. */
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";

import { aUser } from "@/testing/account";
import { stubFetch } from "@/testing/fetch-stub";

import { data, openProfile, READS, refusal } from "../testing/open-profile";

describe("ProfilePage: about you", () => {
  it("saves changes, and a cleared email as none", async () => {
    const calls = stubFetch({
      ...READS,
      "PATCH /api/profile": data(aUser({ name: "Alice B", email: null })),
    });
    openProfile();
    const user = userEvent.setup();
    const name = await screen.findByLabelText("Name");
    expect(screen.getByRole("button", { name: "Save changes" })).toBeDisabled();
    await user.clear(name);
    await user.type(name, "Alice B");
    await user.clear(screen.getByLabelText("Email"));
    await user.click(screen.getByRole("button", { name: "Save changes" }));
    await waitFor(() =>
      expect(screen.getByRole("button", { name: "Save changes" })).toBeDisabled(),
    );
    expect(calls.find((call) => call.method === "PATCH")!.body).toEqual({
      name: "Alice B",
      email: null,
      timezone: null,
    });
    expect(screen.getByLabelText("Name")).toHaveValue("Alice B");
  });

  it("shows a taken address at its field and keeps the input", async () => {
    stubFetch({ ...READS, "PATCH /api/profile": refusal(409, "EMAIL_TAKEN", "Taken by another.") });
    openProfile();
    const email = await screen.findByLabelText("Email");
    await userEvent.clear(email);
    await userEvent.type(email, "bob@agency.example");
    await userEvent.click(screen.getByRole("button", { name: "Save changes" }));
    expect(await screen.findByText("Taken by another.")).toBeVisible();
    expect(email).toBeInvalid();
    expect(email).toHaveValue("bob@agency.example");
  });

  it("asks before unsaved changes are left and keeps them on Stay", async () => {
    stubFetch(READS);
    const { router } = openProfile();
    await userEvent.type(await screen.findByLabelText("Name"), " B");
    await act(() => router.navigate("/jobs"));
    const dialog = await screen.findByRole("alertdialog");
    await userEvent.click(within(dialog).getByRole("button", { name: "Stay" }));
    expect(screen.getByLabelText("Name")).toHaveValue("Alice Andersson B");
    await act(() => router.navigate("/jobs"));
    await userEvent.click(
      within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Leave" }),
    );
    expect(await screen.findByText("The jobs")).toBeVisible();
  });

  it("finds a timezone by an old name and saves the current one", async () => {
    vi.spyOn(Intl, "supportedValuesOf").mockReturnValue(["Asia/Calcutta", "Europe/Berlin"]);
    const calls = stubFetch({
      ...READS,
      "PATCH /api/profile": data(aUser({ timezone: "Asia/Kolkata" })),
    });
    openProfile();
    const user = userEvent.setup();
    await user.click(await screen.findByLabelText("Timezone"));
    await user.click(screen.getByPlaceholderText("Search by city or offset"));
    await user.paste("calcutta");
    await user.click(await screen.findByText("Kolkata"));
    await user.click(screen.getByText("Save changes"));
    await waitFor(() =>
      expect(calls.find((call) => call.method === "PATCH")?.body).toMatchObject({
        timezone: "Asia/Kolkata",
      }),
    );
    expect(await screen.findByText("Kolkata · UTC+05:30")).toBeVisible();
  });
});
