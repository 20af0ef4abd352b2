/** Tests of the first-run setup page. */
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import { stubFetch } from "@/testing/fetch-stub";
import { renderWithApp } from "@/testing/render-with-app";

import { SetupPage } from "./setup-page";

async function fillAndSend(password = "a long password") {
  const user = userEvent.setup();
  await user.type(screen.getByLabelText("Setup code"), "ABCD-1234");
  await user.type(screen.getByLabelText("Username"), "ada");
  await user.type(screen.getByLabelText("Password"), password);
  await user.click(screen.getByRole("button", { name: "Create administrator" }));
}

const ROUTES = [{ path: "/admin/setup", element: <p>The next step</p> }];

describe("SetupPage", () => {
  it("creates the first administrator and signs in", async () => {
    const calls = stubFetch({
      "POST /api/setup": { json: { success: true, token: "jwt", admin: {} } },
    });
    renderWithApp(<SetupPage />, { path: "/setup", routes: ROUTES });
    await fillAndSend();
    expect(await screen.findByText("The next step")).toBeVisible();
    expect(calls[0]!.body).toMatchObject({ code: "ABCD-1234", username: "ada" });
    expect(localStorage.getItem("token")).toBe("jwt");
  });

  it("shows a wrong code at its field", async () => {
    stubFetch({
      "POST /api/setup": {
        status: 403,
        json: { success: false, error: "Incorrect setup code.", code: "SETUP_CODE_INVALID" },
      },
    });
    renderWithApp(<SetupPage />, { path: "/setup", routes: ROUTES });
    await fillAndSend();
    expect(await screen.findByText("Incorrect setup code.")).toBeVisible();
    expect(screen.getByLabelText("Setup code")).toBeInvalid();
  });

  it("rejects a short password without a request", async () => {
    const calls = stubFetch({});
    renderWithApp(<SetupPage />, { path: "/setup", routes: ROUTES });
    await fillAndSend("short");
    expect(await screen.findByRole("alert")).toHaveTextContent("At least 10 characters.");
    expect(calls).toHaveLength(0);
  });

  it("opens sign-in if the server was set up in the meantime", async () => {
    stubFetch({
      "POST /api/setup": {
        status: 409,
        json: { success: false, error: "The server is set up.", code: "INVALID_STATE" },
      },
    });
    renderWithApp(<SetupPage />, { path: "/setup", routes: ROUTES });
    await fillAndSend();
    expect(await screen.findByRole("link", { name: "Sign in" })).toHaveAttribute("href", "/login");
  });
});
