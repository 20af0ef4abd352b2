/** Tests of a score with its range. */
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";

import { ScoreCard } from "./score-card";

const CARD = { name: "Technical", basis: [], reason: null, onShowQuestions: null };

it("shows the range below the score and names it to screen readers", () => {
  render(<ScoreCard {...CARD} score={7.4} range={{ low: 6.1, high: 8.7 }} />);
  expect(screen.getByText("Likely between 6.1 and 8.7")).toBeInTheDocument();
  const meter = screen.getByRole("meter", { name: "Technical score" });
  expect(meter).toHaveAttribute("aria-valuenow", "7.4");
  expect(meter).toHaveAttribute("aria-valuetext", "7.4 of 10, likely between 6.1 and 8.7");
});

it("shows no range where none is known", () => {
  render(<ScoreCard {...CARD} score={7.4} range={null} />);
  expect(screen.queryByText(/likely/iu)).not.toBeInTheDocument();
  expect(screen.getByRole("meter")).not.toHaveAttribute("aria-valuetext");
});

it("leads to the scores by question, also without a score", async () => {
  const onShowQuestions = vi.fn();
  render(<ScoreCard {...CARD} score={null} range={null} onShowQuestions={onShowQuestions} />);
  await userEvent.click(screen.getByRole("button", { name: "By question" }));
  expect(onShowQuestions).toHaveBeenCalledOnce();
});
