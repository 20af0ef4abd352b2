/** Tests of the consent that Interview HQ shows. */
import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";

import { stubFetch } from "@/testing/fetch-stub";
import { anInterview } from "@/testing/interview";
import { renderWithApp } from "@/testing/render-with-app";

import { ConsentSummary } from "./consent-summary";

describe("ConsentSummary", () => {
  it.each([
    ["scheduled", "Not given yet"],
    ["completed", "None"],
  ] as const)("says for a %s interview without consent: %s", (status, text) => {
    stubFetch({});
    renderWithApp(<ConsentSummary interview={anInterview({ status, consentGiven: false })} />);
    expect(screen.getByText(text)).toBeVisible();
  });
});
