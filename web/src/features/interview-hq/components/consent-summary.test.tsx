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

  it("names the text by its day, as the user writes days", async () => {
    const interview = anInterview({ consentGiven: true });
    stubFetch({
      [`GET /api/interviews/${interview._id}/consents`]: {
        json: {
          success: true,
          data: [
            {
              _id: "c1",
              candidateName: "Jonas Weber",
              textVersion: "2026-11-22",
              language: "en",
              isRecorded: false,
              addressHash: "",
              givenAt: "2026-11-24T10:00:00Z",
              isCurrent: true,
            },
          ],
        },
      },
    });
    renderWithApp(<ConsentSummary interview={interview} />);
    expect(await screen.findByText(/Text of Nov 22, 2026/u)).toBeVisible();
  });
});
