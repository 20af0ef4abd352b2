export const HQ_TABS = ["report", "candidate", "job", "questions"] as const;
export type HqTab = (typeof HQ_TABS)[number];

/** The tab at work: what the user picked, else the report once the interview is over. */
export function activeTab(picked: HqTab | null, status: string): HqTab {
  return picked ?? (status === "completed" ? "report" : "candidate");
}
