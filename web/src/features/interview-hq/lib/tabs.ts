/** Tabs of Interview HQ and the one that is active. */
export const HQ_TABS = ["report", "candidate", "job", "questions"] as const;
export type HqTab = (typeof HQ_TABS)[number];

/** The active tab: the user's choice, else the report of a completed interview. */
export function activeTab(picked: HqTab | null, status: string): HqTab {
  return picked ?? (status === "completed" ? "report" : "candidate");
}

/** Navigation state with which Interview HQ opens on a tab. */
export function keepTab(tab: HqTab): { tab: HqTab } {
  return { tab };
}

/** The tab of a navigation state; null for any other state. */
export function readKeptTab(state: unknown): HqTab | null {
  if (typeof state !== "object" || state === null || !("tab" in state)) return null;
  return HQ_TABS.find((tab) => tab === state.tab) ?? null;
}
