/** Colors, axes and tooltips shared by the charts, from the tokens of the theme. */
import type { ScoreBand } from "../../lib/scores";

export const CANDIDATE_FILL = "var(--accent)";
export const INTERVIEWER_FILL = "var(--line-strong)";

export const BAND_FILLS: Record<ScoreBand, string> = {
  green: "var(--success)",
  yellow: "var(--warning)",
  orange: "var(--orange)",
  red: "var(--danger)",
};

export const TICK = { fill: "var(--ink-muted)", fontSize: 12 } as const;
export const AXIS = { stroke: "var(--line)", tick: TICK, tickLine: false } as const;
/** Charts do not move: they are read, and printed. */
export const STILL = { isAnimationActive: false } as const;

export const TOOLTIP = {
  isAnimationActive: false,
  cursor: { fill: "var(--surface-hover)" },
  wrapperStyle: { zIndex: 10, maxWidth: "20rem", whiteSpace: "normal" },
  contentStyle: {
    background: "var(--surface)",
    border: "1px solid var(--line)",
    borderRadius: 6,
    color: "var(--ink)",
    fontSize: 13,
    whiteSpace: "normal",
  },
  itemStyle: { color: "var(--ink)" },
  labelStyle: { color: "var(--ink-muted)" },
} as const;
