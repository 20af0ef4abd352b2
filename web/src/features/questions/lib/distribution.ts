/** Numbers of questions to generate per category, within the limits. */
import type { Difficulty, QuestionCategory } from "@/api/types";

import type { EstimatedTime } from "../api/types";
import { CATEGORIES } from "./categories";

export const MAX_QUESTIONS = 20;
export const SLIDER_MAX = 10;
export const ESTIMATED_TIMES = [3, 5, 7, 10, 15] as const satisfies EstimatedTime[];
export const DEFAULT_ESTIMATED_TIME: EstimatedTime = 5;
export const DIFFICULTIES = ["junior", "mid", "senior", "lead"] as const satisfies Difficulty[];

export type Distribution = Record<QuestionCategory, number>;

export const EMPTY_DISTRIBUTION: Distribution = {
  behavioral: 0,
  technical: 0,
  cognitive: 0,
  culture: 0,
  motivation: 0,
};

/** Questions that Smart Add requests, before clamping to the free capacity. */
export const SMART_ADD: Distribution = {
  behavioral: 1,
  technical: 2,
  cognitive: 1,
  culture: 1,
  motivation: 1,
};

export function remainingCapacity(existing: number): number {
  return Math.max(0, MAX_QUESTIONS - existing);
}

export function countTotal(distribution: Distribution): number {
  return CATEGORIES.reduce((sum, category) => sum + distribution[category], 0);
}

/** Maximum of one category's slider, given the others. */
export function sliderCap(
  distribution: Distribution,
  category: QuestionCategory,
  capacity: number,
): number {
  const others = countTotal(distribution) - distribution[category];
  return Math.max(0, Math.min(SLIDER_MAX, capacity - others));
}

/** Sets one category, between zero and its cap. */
export function withCategory(
  distribution: Distribution,
  category: QuestionCategory,
  value: number,
  capacity: number,
): Distribution {
  const cap = sliderCap(distribution, category, capacity);
  return { ...distribution, [category]: Math.min(cap, Math.max(0, Math.round(value))) };
}

/** Fills the categories in their order until the capacity is used up. */
export function clampDistribution(distribution: Distribution, capacity: number): Distribution {
  let left = Math.max(0, capacity);
  const clamped = { ...EMPTY_DISTRIBUTION };
  for (const category of CATEGORIES) {
    clamped[category] = Math.min(distribution[category], left);
    left -= clamped[category];
  }
  return clamped;
}

/** Splits into lines, trims, and drops empty ones. */
export function parseLines(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** Splits on commas, trims, and drops empty entries. */
export function parseFocusAreas(text: string): string[] {
  return text
    .split(",")
    .map((area) => area.trim())
    .filter((area) => area !== "");
}
