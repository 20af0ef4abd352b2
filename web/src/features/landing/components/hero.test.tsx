/** Tests of the top of the landing page. */
import { fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";

import type { Site } from "@/api/site";
import { renderWithApp } from "@/testing/render-with-app";

import { Hero } from "./hero";

const SITE: Site = {
  productName: "Foyer",
  logoUrl: null,
  accentColor: null,
  landingText: null,
  billingMode: "internal",
  providerLabel: null,
  selfRegistration: false,
  recordingAllowed: false,
  maxUploadBytes: 10_485_760,
  contactUrl: null,
  captcha: { kind: "altcha", siteKey: null },
};

function show(part: Partial<Site> = {}) {
  const demo = { open: vi.fn(), isOpening: false, hasFailed: false };
  renderWithApp(<Hero site={{ ...SITE, ...part }} isSettled demo={demo} />);
  return { demo, video: () => document.querySelector("video") };
}

beforeEach(() => {
  vi.spyOn(HTMLMediaElement.prototype, "play").mockImplementation(function play(
    this: HTMLMediaElement,
  ) {
    this.dispatchEvent(new Event("play"));
    return Promise.resolve();
  });
  vi.spyOn(HTMLMediaElement.prototype, "pause").mockImplementation(function pause(
    this: HTMLMediaElement,
  ) {
    this.dispatchEvent(new Event("pause"));
  });
});

describe("Hero", () => {
  it("falls back to text when the video cannot be played", () => {
    const { video } = show();
    expect(video()).toBeVisible();
    expect(screen.queryByText(/Upload a CV and a job description/u)).toBeNull();
    fireEvent.error(video()!.querySelector("source:last-of-type")!);
    expect(video()).toBeNull();
    expect(screen.getByText(/Upload a CV and a job description/u)).toBeVisible();
    expect(screen.getByRole("heading", { level: 1 })).toBeVisible();
  });

  it("keeps the video while another format remains", () => {
    const { video } = show();
    fireEvent.error(video()!.querySelector("source")!);
    expect(video()).toBeVisible();
  });

  it("plays automatically without sound and can be paused", async () => {
    const { video } = show();
    expect(video()).toHaveProperty("autoplay", true);
    expect(video()).toHaveProperty("muted", true);
    expect(video()).toHaveProperty("loop", true);
    fireEvent.play(video()!);
    vi.spyOn(video()!, "paused", "get").mockReturnValue(false);
    await userEvent.click(screen.getByRole("button", { name: "Pause the video" }));
    expect(screen.getByRole("button", { name: "Play the video" })).toBeVisible();
  });

  it("waits for a click if reduced motion is preferred", async () => {
    vi.spyOn(window, "matchMedia").mockImplementation(
      (query) =>
        ({
          matches: query.includes("reduced-motion"),
          addEventListener: () => undefined,
          removeEventListener: () => undefined,
        }) as unknown as MediaQueryList,
    );
    const { video } = show();
    expect(video()).toHaveProperty("autoplay", false);
    await userEvent.click(screen.getByRole("button", { name: "Play the video" }));
    expect(screen.getByRole("button", { name: "Pause the video" })).toBeVisible();
  });

  it("shows a custom introduction instead of the built-in text", () => {
    show({ landingText: "Hire with care\nWe are a small house." });
    expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Hire with care");
    expect(screen.getByText("We are a small house.")).toBeVisible();
    expect(screen.queryByText(/prepares questions/u)).toBeNull();
  });

  it("uses the product name of this server", () => {
    show();
    expect(screen.getByText(/^Foyer prepares questions/u)).toBeVisible();
  });

  it("links to registration only if the administrator allows it", () => {
    show({ selfRegistration: true });
    expect(screen.getByRole("link", { name: "Sign Up Free" })).toHaveAttribute("href", "/register");
  });

  it("otherwise links to sign-in", () => {
    show();
    expect(screen.getByRole("link", { name: "Sign Up Free" })).toHaveAttribute("href", "/login");
  });
});
