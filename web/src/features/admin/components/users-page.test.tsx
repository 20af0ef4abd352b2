/** Tests of the list of users and the actions on them. */
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";

import * as clipboard from "@/lib/clipboard";
import { stubFetch } from "@/testing/fetch-stub";
import { renderWithApp } from "@/testing/render-with-app";

import type { AdminUser } from "../api/types";
import { ada, aUser } from "../testing/a-user";
import { UsersPage } from "./users-page";

function buildPage(users: AdminUser[], part: Record<string, unknown> = {}) {
  return {
    json: {
      success: true,
      data: users,
      pagination: {
        page: 1,
        limit: 20,
        total: users.length,
        totalPages: users.length > 0 ? 1 : 0,
        hasMore: false,
        ...part,
      },
    },
  };
}

function show(routes: Parameters<typeof stubFetch>[0], at = "/admin/users") {
  const calls = stubFetch({
    "GET /api/auth/me": { json: { success: true, data: ada } },
    "GET /api/admin/users": buildPage([aUser()]),
    ...routes,
  });
  return { calls, ...renderWithApp(<UsersPage />, { path: "/admin/users", at }) };
}

const refusal = (code: string, error: string, status = 409) => ({
  status,
  json: { success: false, error, message: error, code },
});

async function choose(action: string, name = "Alice Moreau") {
  await userEvent.click(await screen.findByRole("button", { name: `Actions for ${name}` }));
  await userEvent.click(await screen.findByRole("menuitem", { name: action }));
}

describe("UsersPage", () => {
  it("requests the list that the URL describes", async () => {
    const { calls } = show({}, "/admin/users?search=ali&role=admin&status=invited&page=1");
    await screen.findByRole("table", { name: "Users" });
    expect(calls.map((call) => call.url)).toContain(
      "/api/admin/users?search=ali&role=admin&status=invited&page=1&limit=20",
    );
    expect(screen.getByRole("textbox", { name: "Search users" })).toHaveValue("ali");
  });

  it("puts the search into the URL on the first page, and follows when it is cleared", async () => {
    const { router } = show(
      {
        "GET /api/admin/users": (call) => buildPage(call.url.includes("search=") ? [] : [aUser()]),
      },
      "/admin/users",
    );
    await screen.findByRole("table", { name: "Users" });
    const field = screen.getByRole("textbox", { name: "Search users" });
    await userEvent.type(field, "zoe");
    await waitFor(() => expect(router.state.location.search).toBe("?search=zoe"));
    expect(await screen.findByText("No users match your filters")).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Clear filters" }));
    await waitFor(() => expect(router.state.location.search).toBe(""));
    expect(field).toHaveValue("");
  });

  it("goes to the last page when the URL names a later one", async () => {
    const { router } = show(
      {
        "GET /api/admin/users": (call) =>
          buildPage(call.url.includes("page=9") ? [] : [aUser()], { total: 21, totalPages: 2 }),
      },
      "/admin/users?page=9",
    );
    await waitFor(() => expect(router.state.location.search).toBe("?page=2"));
  });

  it("offers a retry when the server is unreachable", async () => {
    show({ "GET /api/admin/users": new TypeError("failed to fetch") });
    expect(await screen.findByText("The users could not be loaded")).toBeVisible();
    expect(screen.getByRole("button", { name: /try again/iu })).toBeVisible();
  });

  it("creates a user and shows the one-time password once, with its delivery status", async () => {
    const copy = vi.spyOn(clipboard, "copyText").mockResolvedValue(true);
    const { calls } = show({
      "POST /api/admin/users": {
        json: {
          success: true,
          data: {
            user: aUser({ username: "cara", name: "Cara Diaz" }),
            oneTimePassword: "maple-otter-7421",
            inviteLink: null,
            isMailed: false,
          },
        },
      },
    });
    await userEvent.click(await screen.findByRole("button", { name: "Create user" }));
    const dialog = within(await screen.findByRole("dialog"));
    await userEvent.type(dialog.getByRole("textbox", { name: "Name" }), "Cara Diaz");
    await userEvent.type(dialog.getByRole("textbox", { name: "Username" }), " cara ");
    await userEvent.click(dialog.getByRole("button", { name: "Create user" }));
    expect(await screen.findByDisplayValue("maple-otter-7421")).toBeVisible();
    expect(screen.getByText(/^It was not emailed/u)).toBeVisible();
    expect(calls.find((call) => call.method === "POST")!.body).toEqual({
      username: "cara",
      name: "Cara Diaz",
      role: "recruiter",
      delivery: "one_time_password",
    });
    await userEvent.click(screen.getAllByRole("button", { name: "Copy" })[1]!);
    expect(copy).toHaveBeenCalledWith("maple-otter-7421");
    await userEvent.click(screen.getByRole("button", { name: "Done" }));
    expect(screen.queryByDisplayValue("maple-otter-7421")).toBeNull();
  });

  it("validates the form before it is sent", async () => {
    const { calls } = show({});
    await userEvent.click(await screen.findByRole("button", { name: "Create user" }));
    const dialog = within(await screen.findByRole("dialog"));
    await userEvent.type(dialog.getByRole("textbox", { name: /Email/u }), "not an address");
    await userEvent.click(dialog.getByRole("button", { name: "Create user" }));
    expect(await dialog.findByText("Enter a username.")).toBeVisible();
    expect(dialog.getByText("Enter a name.")).toBeVisible();
    expect(dialog.getByText(/^Enter an email address/u)).toBeVisible();
    expect(calls.filter((call) => call.method === "POST")).toHaveLength(0);
  });

  it("shows at the field that a name is taken", async () => {
    show({ "POST /api/admin/users": refusal("USERNAME_TAKEN", "This username is taken.") });
    await userEvent.click(await screen.findByRole("button", { name: "Create user" }));
    const dialog = within(await screen.findByRole("dialog"));
    await userEvent.type(dialog.getByRole("textbox", { name: "Name" }), "A");
    await userEvent.type(dialog.getByRole("textbox", { name: "Username" }), "alice");
    await userEvent.click(dialog.getByRole("button", { name: "Create user" }));
    await waitFor(() =>
      expect(dialog.getByRole("textbox", { name: "Username" })).toHaveAccessibleDescription(
        "This username is taken.",
      ),
    );
  });

  it("names the person before deactivating and returns the focus", async () => {
    const { calls } = show({
      "PATCH /api/admin/users/u1": { json: { success: true, data: aUser({ isActive: false }) } },
    });
    await choose("Deactivate");
    const dialog = within(await screen.findByRole("alertdialog"));
    expect(dialog.getByText("Deactivate Alice Moreau?")).toBeVisible();
    await userEvent.click(dialog.getByRole("button", { name: "Deactivate" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(calls.find((call) => call.method === "PATCH")!.body).toEqual({ isActive: false });
    expect(screen.getByRole("button", { name: "Actions for Alice Moreau" })).toHaveFocus();
  });

  it("explains that the last administrator must remain", async () => {
    show({
      "GET /api/admin/users": buildPage([aUser({ ...ada, role: "admin" })]),
      "PATCH /api/admin/users/u0": refusal("LAST_ADMIN", "LAST"),
    });
    await choose("Change role", "Ada");
    const dialog = within(await screen.findByRole("dialog"));
    await userEvent.click(dialog.getByRole("radio", { name: "Recruiter" }));
    expect(dialog.getByText(/You will lose access/u)).toBeVisible();
    await userEvent.click(dialog.getByRole("button", { name: "Change role" }));
    expect(await dialog.findByText(/^This is the last active administrator/u)).toBeVisible();
  });

  it("keeps a new password visible when its user leaves the list", async () => {
    let invited = false;
    const { calls } = show(
      {
        "GET /api/admin/users": () => buildPage(invited ? [] : [aUser()]),
        "POST /api/admin/users/u1/reset-password": () => {
          invited = true;
          return {
            json: {
              success: true,
              data: {
                user: aUser(),
                oneTimePassword: null,
                inviteLink: "https://x.example/invite/t",
                isMailed: true,
              },
            },
          };
        },
      },
      "/admin/users?status=active",
    );
    await choose("Reset password");
    await userEvent.click(await screen.findByRole("radio", { name: "Link to set a new password" }));
    await userEvent.click(screen.getByRole("button", { name: "Reset password" }));
    expect(await screen.findByDisplayValue("https://x.example/invite/t")).toBeVisible();
    expect(screen.getByText("It was also emailed to alice@example.com.")).toBeVisible();
    await waitFor(() => expect(screen.queryByRole("table", { hidden: true })).toBeNull());
    expect(screen.getByDisplayValue("https://x.example/invite/t")).toBeVisible();
    expect(calls.find((call) => call.method === "POST")!.body).toEqual({ delivery: "invite_link" });
  });
});
