/** Words for the history of a review. */
import type { TFunction } from "i18next";

import type { Outcome, ReviewChange } from "../api/types";
import { OUTCOMES } from "./agreement";

type T = TFunction<"review">;

const FIELDS = [
  "technical",
  "communication",
  "recommendation",
  "notes",
  "outcome",
  "text",
  "title",
  "description",
  "reason",
] as const;
type Field = (typeof FIELDS)[number];

interface ChangedField {
  field: Field;
  /** Undefined for none. */
  before: unknown;
  after: unknown;
}

/** The fields that differ, in a fixed order. A finding's reason belongs to its change alone. */
export function changedFields({ kind, before, after }: ReviewChange): ChangedField[] {
  const changed: ChangedField[] = [];
  for (const field of FIELDS) {
    const isReason = kind === "finding" && field === "reason";
    const was = isReason ? undefined : blankToUndefined(before?.[field]);
    const now = blankToUndefined(after?.[field]);
    if (was !== now) changed.push({ field, before: was, after: now });
  }
  return changed;
}

function blankToUndefined(value: unknown): unknown {
  return value === null || value === "" ? undefined : value;
}

/** What happened, such as 'Struck a finding: Cut the batch'. */
export function changeTitle(t: T, { kind, subject, before, after }: ReviewChange): string {
  if (kind === "reviewer_added" || kind === "reviewer_removed") {
    return t(`history.kinds.${kind}`, { name: subject });
  }
  if (kind === "looked" || kind === "transcript") return t(`history.kinds.${kind}`);
  if (kind === "finding") {
    const wasStruck = before?.isStruck === true;
    const isStruck = after?.isStruck === true;
    if (wasStruck === isStruck) return t("history.finding.reworded", { title: subject });
    return t(isStruck ? "history.finding.struck" : "history.finding.restored", { title: subject });
  }
  return t(`history.kinds.${kind}.${before === null ? "first" : "changed"}`);
}

export function fieldLabel(t: T, field: Field): string {
  return t(`history.fields.${field}`);
}

export function fieldValue(t: T, field: Field, value: unknown): string {
  if (value === undefined) {
    return t(
      field === "technical" || field === "communication" ? "table.noScore" : "history.nothing",
    );
  }
  return isOutcome(value) && (field === "recommendation" || field === "outcome")
    ? t(`outcomes.${value}`)
    : typeof value === "string"
      ? value
      : JSON.stringify(value);
}

function isOutcome(value: unknown): value is Outcome {
  return OUTCOMES.some((outcome) => outcome === value);
}
