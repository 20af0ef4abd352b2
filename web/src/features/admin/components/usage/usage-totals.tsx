/** Totals cards of a user's usage. */
import { useTranslation } from "react-i18next";

import { formatDollars, formatNumber } from "@/lib/format";

import type { UserUsage } from "../../api/types";

export function UsageTotals({ totals }: { totals: UserUsage["totals"] }) {
  const { t } = useTranslation("admin");
  const { llm, stt, cost } = totals;
  const cards = [
    {
      label: t("usage.llmCalls"),
      value: formatNumber(llm.calls),
      note: llm.failedCalls > 0 ? t("usage.failed", { count: llm.failedCalls }) : null,
    },
    {
      label: t("usage.totalTokens"),
      value: formatNumber(llm.inputTokens + llm.outputTokens),
      note: t("usage.tokensInOut", {
        input: formatNumber(llm.inputTokens),
        output: formatNumber(llm.outputTokens),
      }),
    },
    {
      label: t("usage.sttCalls"),
      value: formatNumber(stt.calls),
      note: t("usage.minutes", { minutes: formatNumber(stt.audioMinutes, 1) }),
    },
    { label: t("usage.totalCost"), value: formatDollars(cost), note: null },
  ];
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line lg:grid-cols-4">
      {cards.map(({ label, value, note }) => (
        <div key={label} className="flex min-h-24 flex-col bg-surface p-4">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="mt-1.5 text-xl font-semibold tracking-tight tabular-nums">
            {value}
            {note && (
              <span className="block text-xs font-normal tracking-normal text-muted">{note}</span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
