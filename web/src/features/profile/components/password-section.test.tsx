/** Tests of the password change on the profile page. */
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import { aUser } from "@/testing/account";
import { stubFetch } from "@/testing/fetch-stub";

import { data, openProfile, READS, refusal } from "../testing/open-profile";

describe("ProfilePage: password", () => {
  async function change(current: string | null, next = "a long sentence") {
    const user = userEvent.setup();
    const field = await screen.findByLabelText("New password");
    if (current !== null) await user.type(screen.getByLabelText("Current password"), current);
    await user.type(field, next);
    await user.click(screen.getByRole("button", { name: /^(Change|Set) password$/u }));
  }

  it("continues with the new session and keeps input in other sections", async () => {
    const calls = stubFetch({
      ...READS,
      "POST /api/profile/password": { json: { success: true, token: "new", admin: aUser() } },
    });
    openProfile();
    await userEvent.type(await screen.findByLabelText("Name"), " B");
    await change("old password");
    await waitFor(() => expect(localStorage.getItem("token")).toBe("new"));
    expect(localStorage.getItem("authToken")).toBe("new");
    expect(calls.find((call) => call.method === "POST")!.body).toEqual({
      currentPassword: "old password",
      newPassword: "a long sentence",
    });
    expect(screen.getByLabelText("Name")).toHaveValue("Alice Andersson B");
    await waitFor(() => expect(screen.getByLabelText("New password")).toHaveValue(""));
  });

  it("shows a wrong current password at its field without signing the user out", async () => {
    stubFetch({
      ...READS,
      "POST /api/profile/password": refusal(403, "WRONG_PASSWORD", "Not your password."),
    });
    openProfile();
    await change("guess");
    expect(await screen.findByText("Not your password.")).toBeVisible();
    expect(screen.getByLabelText("Current password")).toBeInvalid();
    expect(localStorage.getItem("token")).toBe("old");
  });

  it("shows the server's message about the new password at its field", async () => {
    stubFetch({
      ...READS,
      "POST /api/profile/password": refusal(422, "VALIDATION_ERROR", "Check.", {
        fields: [{ path: "newPassword", message: "It must be another one." }],
      }),
    });
    openProfile();
    await change("old password");
    expect(await screen.findByText("It must be another one.")).toBeVisible();
    expect(screen.getByLabelText("New password")).toBeInvalid();
  });

  it("requires no current password if the user has none", async () => {
    const calls = stubFetch({
      ...READS,
      "GET /api/auth/me": data(aUser({ isBasicAuth: false })),
      "POST /api/profile/password": { json: { success: true, token: "new", admin: aUser() } },
    });
    openProfile();
    expect(await screen.findByRole("button", { name: "Set password" })).toBeVisible();
    expect(screen.queryByLabelText("Current password")).toBeNull();
    await change(null);
    await waitFor(() => expect(localStorage.getItem("token")).toBe("new"));
    expect(calls.find((call) => call.method === "POST")!.body).toEqual({
      newPassword: "a long sentence",
    });
  });
});
