/** Tests of the progress of question generation. */
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";

import { renderWithApp } from "@/testing/render-with-app";

import { GenerationProgress } from "./generation-progress";

it("shows stage and count as text", () => {
  renderWithApp(
    <GenerationProgress
      generation={{
        isRunning: true,
        total: 6,
        progress: {
          stage: "writing_questions",
          share: 0.3,
          queuePosition: 0,
          elapsedSeconds: 4,
          step: 2,
          stepCount: 6,
          done: false,
        },
        outcome: null,
        difficulty: "mid",
        cancel: () => undefined,
        dismiss: () => undefined,
        generate: () => Promise.resolve(),
        smartAdd: () => Promise.resolve(),
      }}
    />,
  );
  expect(screen.getByRole("status")).toHaveTextContent("Writing questions · 2 of 6");
});
