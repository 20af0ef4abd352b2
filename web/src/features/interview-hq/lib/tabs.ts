/** Tabs of Interview HQ and the one that is active. */
export const HQ_TABS = ["report", "candidate", "job", "questions"] as const;
export type HqTab = (typeof HQ_TABS)[number];

/** The active tab: the user's choice, else the report of a completed interview. */
export function activeTab(picked: HqTab | null, status: string): HqTab {
  return picked ?? (status === "completed" ? "report" : "candidate");
}
