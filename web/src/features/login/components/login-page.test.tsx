import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import { readSessionToken } from "@/api/session-token";
import { stubFetch } from "@/testing/fetch-stub";
import { renderWithApp } from "@/testing/render-with-app";

import { LoginPage } from "./login-page";

const ROUTES = [
  { path: "/interviews", element: <p>The list</p> },
  { path: "/interview-hq/:id", element: <p>The desk</p> },
];

async function signIn() {
  const user = userEvent.setup();
  await user.type(screen.getByLabelText("Username"), "alice");
  await user.type(screen.getByLabelText("Password"), "wonderland-1");
  await user.click(screen.getByRole("button", { name: "Sign in with Username" }));
  return user;
}

const REFUSAL = "Invalid username or password.";

describe("LoginPage", () => {
  it("stores the session under both keys and goes to the interviews", async () => {
    const calls = stubFetch({
      "POST /api/admin/login": { json: { success: true, token: "jwt", admin: { role: "admin" } } },
    });
    renderWithApp(<LoginPage />, { path: "/login", routes: ROUTES });
    await signIn();
    expect(await screen.findByText("The list")).toBeVisible();
    expect(calls[0]!.body).toEqual({ username: "alice", password: "wonderland-1" });
    expect(localStorage.getItem("token")).toBe("jwt");
    expect(localStorage.getItem("authToken")).toBe("jwt");
    expect(localStorage.getItem("admin")).toContain("admin");
  });

  it("goes back to where the visitor wanted to go", async () => {
    stubFetch({ "POST /api/admin/login": { json: { success: true, token: "jwt", admin: {} } } });
    renderWithApp(<LoginPage />, {
      path: "/login",
      at: "/login?next=%2Finterview-hq%2Fa",
      routes: ROUTES,
    });
    await signIn();
    expect(await screen.findByText("The desk")).toBeVisible();
  });

  it("shows the server's sentence and forgets the password only", async () => {
    stubFetch({
      "POST /api/admin/login": {
        status: 401,
        json: { success: false, error: REFUSAL, message: REFUSAL, code: "INVALID_CREDENTIALS" },
      },
    });
    renderWithApp(<LoginPage />, { path: "/login", routes: ROUTES });
    await signIn();
    expect(await screen.findByRole("alert")).toHaveTextContent(REFUSAL);
    expect(screen.getByLabelText("Username")).toHaveValue("alice");
    expect(screen.getByLabelText("Password")).toHaveValue("");
    expect(readSessionToken()).toBeNull();
  });

  it("falls back to the documents' sentence", async () => {
    stubFetch({ "POST /api/admin/login": { status: 500, json: {} } });
    renderWithApp(<LoginPage />, { path: "/login", routes: ROUTES });
    await signIn();
    expect(await screen.findByRole("alert")).toHaveTextContent("Login failed. Please try again.");
  });

  it("waits after too many attempts", async () => {
    stubFetch({
      "POST /api/admin/login": {
        status: 429,
        headers: { "Retry-After": "90" },
        json: { success: false, error: "Too many failed attempts.", code: "TOO_MANY_ATTEMPTS" },
      },
    });
    renderWithApp(<LoginPage />, { path: "/login", routes: ROUTES });
    await signIn();
    expect(await screen.findByText(/Next try in 1:\d\d/u)).toBeVisible();
    expect(screen.getByRole("button", { name: "Sign in with Username" })).toBeDisabled();
  });

  it("asks for both fields before it calls", async () => {
    const calls = stubFetch({});
    renderWithApp(<LoginPage />, { path: "/login", routes: ROUTES });
    await userEvent.click(screen.getByRole("button", { name: "Sign in with Username" }));
    expect(await screen.findByText("Enter your username.")).toBeVisible();
    expect(screen.getByText("Enter your password.")).toBeVisible();
    expect(calls).toHaveLength(0);
  });

  it("shows the password on demand", async () => {
    renderWithApp(<LoginPage />, { path: "/login", routes: ROUTES });
    expect(screen.getByLabelText("Password")).toHaveAttribute("type", "password");
    await userEvent.click(screen.getByRole("button", { name: "Show password" }));
    expect(screen.getByLabelText("Password")).toHaveAttribute("type", "text");
  });
});
