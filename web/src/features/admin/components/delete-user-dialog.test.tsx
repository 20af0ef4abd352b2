/** Tests of the dialog that deletes a user. */
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";

import { stubFetch } from "@/testing/fetch-stub";
import { renderWithApp } from "@/testing/render-with-app";

import { aUser } from "../testing/a-user";
import { DeleteUserDialog } from "./delete-user-dialog";

const bob = aUser({ _id: "u2", username: "bob", name: "Bob Lind", email: null });

function show(routes: Parameters<typeof stubFetch>[0] = {}) {
  const calls = stubFetch({
    "GET /api/admin/users": { json: { success: true, data: [aUser(), bob] } },
    "DELETE /api/admin/users/u1": { json: { success: true, data: {} } },
    ...routes,
  });
  const onClose = vi.fn();
  renderWithApp(<DeleteUserDialog user={aUser()} isSelf={false} onClose={onClose} />, {
    path: "/",
  });
  return { calls, onClose };
}

const confirm = () => screen.getByRole("button", { name: "Delete user" });
const deletions = (calls: { method: string; url: string }[]) =>
  calls.filter((call) => call.method === "DELETE").map((call) => call.url);

describe("DeleteUserDialog", () => {
  it("asks for the new owner before the records can be handed over", async () => {
    const { calls, onClose } = show();
    expect(await screen.findByText("Delete Alice Moreau?")).toBeVisible();
    expect(confirm()).toBeDisabled();
    await userEvent.type(screen.getByRole("combobox", { name: "New owner" }), "li");
    // The user to delete is not offered.
    const options = await screen.findAllByRole("option");
    expect(options.map((option) => option.textContent)).toEqual(["Bob Lindbob"]);
    await userEvent.click(options[0]!);
    expect(screen.getByText("Bob Lind (bob) takes over the records.")).toBeVisible();
    await userEvent.click(confirm());
    expect(await screen.findByText("Alice Moreau deleted.")).toBeVisible();
    expect(deletions(calls)).toEqual(["/api/admin/users/u1?records=hand_over&handOverTo=u2"]);
    expect(onClose).toHaveBeenCalledOnce();
  });

  it("forgets the new owner when another one is searched for", async () => {
    show();
    const search = screen.getByRole("combobox", { name: "New owner" });
    await userEvent.type(search, "li");
    await userEvent.click((await screen.findAllByRole("option"))[0]!);
    expect(confirm()).toBeEnabled();
    await userEvent.type(search, "x");
    expect(confirm()).toBeDisabled();
  });

  it("deletes the records with the user if that is chosen", async () => {
    const { calls } = show();
    await userEvent.click(screen.getByRole("radio", { name: "Delete with the user" }));
    await userEvent.click(confirm());
    expect(await screen.findByText("Alice Moreau deleted.")).toBeVisible();
    expect(deletions(calls)).toEqual(["/api/admin/users/u1?records=delete"]);
  });

  it("stays open and says why the server refused", async () => {
    const error = "An interview of this user is running. Wait until it has ended, or end it first.";
    const { onClose } = show({
      "DELETE /api/admin/users/u1": {
        status: 409,
        json: { success: false, error, message: error, code: "INVALID_STATE" },
      },
    });
    await userEvent.click(screen.getByRole("radio", { name: "Delete with the user" }));
    await userEvent.click(confirm());
    expect(await screen.findByText(error)).toBeVisible();
    expect(onClose).not.toHaveBeenCalled();
  });
});
