/** Tests of the custom introduction of the landing page. */
import { expect, it } from "vitest";

import { parseLandingText } from "./landing-text";

it("uses the first line as the heading and the rest as paragraphs", () => {
  expect(parseLandingText("  Hire with care \n\nOne.\nTwo.\n")).toEqual({
    heading: "Hire with care",
    paragraphs: ["One.", "Two."],
  });
});

it("keeps the built-in text if there is no custom one", () => {
  expect(parseLandingText(null)).toBeNull();
  expect(parseLandingText(" \n ")).toBeNull();
});
