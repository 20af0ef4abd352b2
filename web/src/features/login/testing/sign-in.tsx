/** Routes, responses and steps that the tests of sign-in share. */
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";

import { aSite } from "@/testing/account";

export const ROUTES = [
  { path: "/interviews", element: <p>The list</p> },
  { path: "/interview-hq/:id", element: <p>Interview HQ</p> },
];

/** The public settings, which every page loads. */
export const SITE = { "GET /api/site": { json: { success: true, data: aSite() } } };

/** The calls other than those for branding. */
export function withoutSite<Call extends { url: string }>(calls: Call[]): Call[] {
  return calls.filter((call) => call.url !== "/api/site");
}

/** Signs in through the form. */
export async function signIn() {
  const user = userEvent.setup();
  await user.type(screen.getByLabelText("Username"), "alice");
  await user.type(screen.getByLabelText("Password"), "wonderland-1");
  await user.click(screen.getByRole("button", { name: "Sign in with Username" }));
  return user;
}
