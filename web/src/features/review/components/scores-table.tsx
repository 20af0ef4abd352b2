/** Scores of everyone who scored, next to those of the report, and how far they agree. */
import { Sparkles } from "lucide-react";
import { useTranslation } from "react-i18next";

import { formatNumber } from "@/lib/format";

import type { Agreement, ReportScores, Scorecard } from "../api/types";
import { CRITERIA, difference, recommendationsText, spreadText } from "../lib/agreement";
import { OutcomeBadge } from "./outcome-badge";

interface ScoresTableProps {
  scorecards: readonly Scorecard[];
  agreement: Agreement;
  /** Null without a report. */
  reportScores: ReportScores | null;
}

const CELL = "py-2 pl-3 text-right align-top font-mono tabular-nums";

export function ScoresTable({ scorecards, agreement, reportScores }: ScoresTableProps) {
  const { t } = useTranslation("review");
  const sentences = [
    ...CRITERIA.map((criterion) => spreadText(t, criterion, agreement[criterion])),
    recommendationsText(t, agreement),
  ].filter((text) => text !== null);
  return (
    <>
      <table className="w-full border-collapse text-left">
        <caption className="sr-only">{t("table.caption")}</caption>
        <thead>
          <tr className="border-b border-line text-xs text-muted">
            <th scope="col" className="py-2 font-medium">
              {t("table.who")}
            </th>
            {CRITERIA.map((criterion) => (
              <th key={criterion} scope="col" className="py-2 pl-3 text-right font-medium">
                {t(`criteria.${criterion}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {scorecards.map((card) => (
            <tr key={card._id} className="border-b border-line">
              <th scope="row" className="py-2 font-normal">
                <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                  <span className="font-medium break-words">
                    {card.isMine ? t("table.you", { name: card.authorName }) : card.authorName}
                  </span>
                  {card.recommendation && <OutcomeBadge outcome={card.recommendation} />}
                </span>
                <span className="block text-xs text-muted">
                  {t(card.isBlind ? "table.blind" : "table.notBlind")}
                  {card.isChangedAfterReport && ` ${t("table.changed")}`}
                </span>
                {card.notes !== "" && (
                  <span className="mt-1 block max-w-prose text-sm break-words whitespace-pre-line">
                    {card.notes}
                  </span>
                )}
              </th>
              {CRITERIA.map((criterion) => (
                <td key={criterion} className={CELL}>
                  <Score value={card[criterion]} />
                </td>
              ))}
            </tr>
          ))}
          {scorecards.length > 1 && (
            <tr className="border-b border-line">
              <th scope="row" className="py-2 font-medium">
                {t("table.mean")}
              </th>
              {CRITERIA.map((criterion) => (
                <td key={criterion} className={`${CELL} font-semibold`}>
                  <Score value={agreement[criterion].mean} digits={1} />
                </td>
              ))}
            </tr>
          )}
          {reportScores && (
            <tr className="bg-sunken">
              <th scope="row" className="py-2 font-medium">
                <span className="flex items-center gap-1.5 pl-2">
                  <Sparkles size={14} className="shrink-0 text-muted" aria-hidden />
                  {t("table.report")}
                </span>
              </th>
              {CRITERIA.map((criterion) => (
                <td key={criterion} className={`${CELL} pr-2`}>
                  <Score value={reportScores[criterion]} digits={1} />
                  <Difference
                    points={difference(reportScores[criterion], agreement[criterion].mean)}
                  />
                </td>
              ))}
            </tr>
          )}
        </tbody>
      </table>
      {sentences.length > 0 && (
        <ul className="mt-3 flex flex-col gap-1 text-sm text-muted">
          {sentences.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </>
  );
}

function Score({ value, digits = 0 }: { value: number | null; digits?: number }) {
  const { t } = useTranslation("review");
  if (value !== null) return formatNumber(value, digits);
  return (
    <>
      <span aria-hidden>–</span>
      <span className="sr-only">{t("table.noScore")}</span>
    </>
  );
}

/** How far the report's score is from the people's mean. */
function Difference({ points }: { points: string | null }) {
  const { t } = useTranslation("review");
  if (points === null) return null;
  return (
    <span className="block text-xs text-muted">
      <span aria-hidden>{points}</span>
      <span className="sr-only">{t("table.difference", { points })}</span>
    </span>
  );
}
