/** Tests of the second factor on the profile page. */
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import { stubFetch } from "@/testing/fetch-stub";

import { data, ON, openProfile, READS, refusal } from "../testing/open-profile";

describe("ProfilePage: second factor", () => {
  it("reports a wrong first code and accepts the next one", async () => {
    stubFetch({
      ...READS,
      "POST /api/profile/second-factor/begin": data({
        secret: "ABCDEFGH",
        uri: "otpauth://totp/x",
        qrSvg: "data:image/svg+xml,x",
      }),
      "POST /api/profile/second-factor/confirm": refusal(422, "INVALID_CODE", "Not right."),
    });
    openProfile();
    const user = userEvent.setup();
    await user.click(await screen.findByRole("button", { name: "Set up" }));
    await user.type(screen.getAllByLabelText("Current password").at(-1)!, "old password");
    await user.click(screen.getByRole("button", { name: "Continue" }));
    await user.type(await screen.findByLabelText("Six-digit code"), "000000");
    await user.click(screen.getByRole("button", { name: "Turn on" }));
    expect(await screen.findByText("Not right.")).toBeVisible();
    expect(screen.getByLabelText("Six-digit code")).toHaveValue("");
    expect(screen.getByLabelText("Six-digit code")).toHaveFocus();
  });

  it("turns off with a code", async () => {
    const calls = stubFetch({
      ...READS,
      "GET /api/profile/second-factor": data(ON),
      "POST /api/profile/second-factor/disable": { json: { success: true } },
    });
    openProfile();
    await userEvent.click(await screen.findByRole("button", { name: "Turn off" }));
    const dialog = await screen.findByRole("dialog");
    await userEvent.type(within(dialog).getByLabelText("Six-digit code"), "123456");
    await userEvent.click(within(dialog).getByRole("button", { name: "Turn off" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(calls.find((call) => call.url.endsWith("/disable"))!.body).toEqual({ code: "123456" });
  });

  it("cannot be turned off if required, and warns when few codes are left", async () => {
    stubFetch({
      ...READS,
      "GET /api/profile/second-factor": data({ ...ON, required: true, recoveryCodesLeft: 3 }),
    });
    openProfile();
    expect(
      await screen.findByText(/requires a second factor, so you cannot turn it off/u),
    ).toBeVisible();
    expect(screen.getByText(/3 recovery codes left. Create new ones/u)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Turn off" })).toBeNull();
  });

  it("shows new recovery codes once", async () => {
    stubFetch({
      ...READS,
      "GET /api/profile/second-factor": data(ON),
      "POST /api/profile/second-factor/recovery-codes": data({ recoveryCodes: ["eeeee-fffff"] }),
    });
    openProfile();
    await userEvent.click(await screen.findByRole("button", { name: "New recovery codes" }));
    await userEvent.type(await screen.findByLabelText("Six-digit code"), "123456");
    await userEvent.click(screen.getByRole("button", { name: "Create new codes" }));
    expect(await screen.findByText("eeeee-fffff")).toBeVisible();
    await userEvent.keyboard("{Escape}");
    expect(screen.getByText("eeeee-fffff")).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "I have saved them" }));
    await waitFor(() => expect(screen.queryByText("eeeee-fffff")).toBeNull());
  });
});
