/** Tests of self-registration. */
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import { aSite, aUser } from "@/testing/account";
import { stubFetch } from "@/testing/fetch-stub";
import { renderWithApp } from "@/testing/render-with-app";

import { RegisterPage } from "./register-page";

const OPEN = {
  "GET /api/site": { json: { success: true, data: aSite({ selfRegistration: true }) } },
};
const ROUTES = [{ path: "/interviews", element: <p>The list</p> }];

async function fillAndSend() {
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText("Full name"), "Alice Andersson");
  await user.type(screen.getByLabelText("Email"), "alice@agency.example");
  await user.type(screen.getByLabelText("Username"), "alice");
  await user.type(screen.getByLabelText("Password"), "a long password");
  await user.click(screen.getByRole("button", { name: "Create account" }));
}

describe("RegisterPage", () => {
  it("creates the account and signs in", async () => {
    const calls = stubFetch({
      ...OPEN,
      "POST /api/auth/register": { json: { success: true, token: "jwt", admin: aUser() } },
    });
    renderWithApp(<RegisterPage />, { path: "/register", routes: ROUTES });
    await fillAndSend();
    expect(await screen.findByText("The list")).toBeVisible();
    expect(calls.at(-1)!.body).toEqual({
      name: "Alice Andersson",
      email: "alice@agency.example",
      username: "alice",
      password: "a long password",
    });
    expect(localStorage.getItem("token")).toBe("jwt");
  });

  it.each([
    ["USERNAME_TAKEN", "Username"],
    ["EMAIL_TAKEN", "Email"],
  ])("shows %s at its field", async (code, label) => {
    stubFetch({
      ...OPEN,
      "POST /api/auth/register": { status: 409, json: { success: false, error: "Taken.", code } },
    });
    renderWithApp(<RegisterPage />, { path: "/register" });
    await fillAndSend();
    expect(await screen.findByText("Taken.")).toBeVisible();
    expect(screen.getByLabelText(label)).toBeInvalid();
  });

  it("requires all fields before a request", async () => {
    const calls = stubFetch(OPEN);
    renderWithApp(<RegisterPage />, { path: "/register" });
    await userEvent.click(await screen.findByRole("button", { name: "Create account" }));
    expect(await screen.findByText("Enter your email address.")).toBeVisible();
    expect(screen.getByText("At least 10 characters.")).toBeVisible();
    expect(calls).toHaveLength(1);
  });

  it("explains that sign-up is disabled and links to sign-in", async () => {
    stubFetch({ "GET /api/site": { json: { success: true, data: aSite() } } });
    renderWithApp(<RegisterPage />, { path: "/register" });
    expect(await screen.findByRole("heading", { name: "Sign-up is disabled" })).toBeVisible();
    expect(screen.getByRole("link", { name: "Go to sign-in" })).toHaveAttribute("href", "/login");
    expect(screen.queryByLabelText("Username")).toBeNull();
  });

  it("explains it also when sign-up was disabled a moment ago", async () => {
    stubFetch({
      ...OPEN,
      "POST /api/auth/register": {
        status: 403,
        json: { success: false, error: "Closed.", code: "REGISTRATION_CLOSED" },
      },
    });
    renderWithApp(<RegisterPage />, { path: "/register" });
    await fillAndSend();
    expect(await screen.findByRole("heading", { name: "Sign-up is disabled" })).toBeVisible();
  });

  it("redirects a signed-in user", async () => {
    localStorage.setItem("token", "jwt");
    stubFetch(OPEN);
    renderWithApp(<RegisterPage />, { path: "/register", routes: ROUTES });
    expect(await screen.findByText("The list")).toBeVisible();
  });
});
