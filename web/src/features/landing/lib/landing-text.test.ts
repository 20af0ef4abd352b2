import { expect, it } from "vitest";

import { parseLandingText } from "./landing-text";

it("takes the first line for the heading and the rest for paragraphs", () => {
  expect(parseLandingText("  Hire with care \n\nOne.\nTwo.\n")).toEqual({
    heading: "Hire with care",
    paragraphs: ["One.", "Two."],
  });
});

it("leaves the built-in words where the admin has none", () => {
  expect(parseLandingText(null)).toBeNull();
  expect(parseLandingText(" \n ")).toBeNull();
});
