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
    await user.type(screen.getAllByLabelText("Current password")[0]!, "wonderland-1");
    await user.click(screen.getByRole("button", { name: "Save changes" }));
    await waitFor(() =>
      expect(screen.getByRole("button", { name: "Save changes" })).toBeDisabled(),
    );
    expect(calls.find((call) => call.method === "PATCH")!.body).toEqual({
      name: "Alice B",
      email: null,
      timezone: null,
      currentPassword: "wonderland-1",
    });
    expect(screen.getByLabelText("Name")).toHaveValue("Alice B");
  });

  it("asks for the password with a new address and keeps the input if it is wrong", async () => {
    const calls = stubFetch({
      ...READS,
      "PATCH /api/profile": refusal(403, "WRONG_PASSWORD", "That is not your password."),
    });
    openProfile();
    const email = await screen.findByLabelText("Email");
    expect(screen.getAllByLabelText("Current password")).toHaveLength(1);
    await userEvent.clear(email);
    await userEvent.type(email, "bob@agency.example");
    const [password] = screen.getAllByLabelText("Current password");
    await userEvent.click(screen.getByRole("button", { name: "Save changes" }));
    expect(calls.filter((call) => call.method === "PATCH")).toHaveLength(0);
    await userEvent.type(password!, "wrong");
    await userEvent.click(screen.getByRole("button", { name: "Save changes" }));
    expect(await screen.findByText("That is not your password.")).toBeVisible();
    expect(password).toBeInvalid();
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
