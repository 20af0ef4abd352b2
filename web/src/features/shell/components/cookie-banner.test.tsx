/** Tests of the cookie banner. */
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import { renderWithApp } from "@/testing/render-with-app";

import { CookieBanner } from "./cookie-banner";

describe("cookie banner", () => {
  it.each([
    ["Accept All", true],
    ["Essential Only", false],
  ])("disappears for good on '%s'", async (label, others) => {
    const { unmount } = renderWithApp(<CookieBanner place="corner" />);
    expect(screen.getByRole("link", { name: "Privacy Policy" })).toHaveAttribute(
      "href",
      "/privacy",
    );
    await userEvent.click(screen.getByRole("button", { name: label }));
    expect(screen.queryByRole("complementary")).toBeNull();
    expect(JSON.parse(localStorage.getItem("cookieConsent") ?? "{}")).toMatchObject({
      essential: true,
      analytics: others,
      marketing: others,
    });
    unmount();
    renderWithApp(<CookieBanner place="above" />);
    expect(screen.queryByRole("complementary")).toBeNull();
  });
});
