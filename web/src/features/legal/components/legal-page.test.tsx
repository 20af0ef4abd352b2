/** Tests of the legal pages. */
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";

import { stubFetch } from "@/testing/fetch-stub";
import { renderWithApp } from "@/testing/render-with-app";

import { LegalPage } from "./legal-page";

let response: { status?: number; json: unknown };

function show(name: "terms" | "privacy") {
  stubFetch({
    "GET /api/site": { json: { success: true, data: { productName: "Foyer" } } },
    [`GET /api/site/texts/${name}`]: () => response,
  });
  renderWithApp(<LegalPage name={name} />);
}

const main = () => within(screen.getByRole("main"));

beforeEach(() => {
  response = { json: { success: true, data: { markdown: null } } };
});

describe("LegalPage", () => {
  it("contains all points of the terms", async () => {
    show("terms");
    expect(await screen.findByText("Effective May 1, 2025")).toBeVisible();
    for (const point of [
      /freemium trial/u,
      /Paid plans may come later/u,
      /within 30 days of payment, no questions asked/u,
      /governed by the law of Ontario, Canada/u,
    ]) {
      expect(main().getByText(point)).toBeVisible();
    }
    expect(screen.getAllByRole("link", { name: "Back to home" })[0]).toHaveAttribute("href", "/");
  });

  it("contains all points of the privacy policy", async () => {
    show("privacy");
    expect(await screen.findByText("Effective May 1, 2025")).toBeVisible();
    for (const point of [
      /deleted within 30 days after an account is deleted or access through a sign-in provider is revoked/u,
      /not directed at children under 13/u,
      /An AI analysis provider is used for interview analysis/u,
      /openid, email and profile are requested. No access tokens are stored/u,
    ]) {
      expect(main().getByText(point)).toBeVisible();
    }
  });

  it("links from the contents to each section", async () => {
    show("terms");
    const contents = await screen.findByRole("navigation", { name: "On this page" });
    for (const link of within(contents).getAllByRole("link")) {
      const id = link.getAttribute("href")!.slice(1);
      expect(document.getElementById(id)).toHaveTextContent(link.textContent);
    }
  });

  it("shows the custom text instead, without HTML and images", async () => {
    const markdown =
      "# House rules\n\nBe kind. <script>alert(1)</script>\n\n![x](https://example.org/a.png) [bad](javascript:alert(1))";
    response = { json: { success: true, data: { markdown } } };
    show("terms");
    expect(await screen.findByRole("heading", { level: 2, name: "House rules" })).toBeVisible();
    expect(main().queryByText(/freemium/u)).toBeNull();
    expect(document.querySelector("main script, main img")).toBeNull();
    expect(main().getByText("bad")).not.toHaveAttribute("href", expect.stringContaining("script"));
  });

  it("does not show the built-in text if the custom one fails to load", async () => {
    response = { status: 500, json: {} };
    show("privacy");
    expect(await screen.findByRole("alert")).toHaveTextContent("This text could not be loaded");
    expect(main().queryByText(/Effective/u)).toBeNull();
    response = { json: { success: true, data: { markdown: null } } };
    await userEvent.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByText("Effective May 1, 2025")).toBeVisible();
  });
});
