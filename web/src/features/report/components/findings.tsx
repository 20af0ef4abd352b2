/** Sections of a report with quotes: strengths, concerns, key quotes, follow-up questions. */
import { useTranslation } from "react-i18next";

import { Badge, type BadgeTone } from "@/components/ui/badge";

import type { Concern, Finding, FollowUpQuestion, KeyQuote, Severity } from "../api/types";
import { findingTitle, purposeText } from "../lib/codes";
import { Quotes } from "./quotes";
import { LeftOut, ReportSection } from "./report-section";
import { SegmentLink } from "./segment-link";

const SEVERITY_TONES: Record<Severity, BadgeTone> = {
  high: "danger",
  medium: "warning",
  low: "neutral",
};
const PRIORITY_TONES: Record<Severity, BadgeTone> = {
  high: "accent",
  medium: "info",
  low: "neutral",
};
const CONTEXT_TONES: Record<KeyQuote["context"], BadgeTone> = {
  strength: "success",
  concern: "warning",
  insight: "info",
  personality: "neutral",
};

export function Strengths({ items, reason }: { items: readonly Finding[]; reason: string | null }) {
  const { t } = useTranslation("report");
  if (items.length === 0 && reason === null) return null;
  return (
    <ReportSection heading={t("sections.strengths")}>
      <FindingList items={items} badge={() => null} />
      <LeftOut reason={reason} />
    </ReportSection>
  );
}

export function Concerns({ items, reason }: { items: readonly Concern[]; reason: string | null }) {
  const { t } = useTranslation("report");
  return (
    <ReportSection heading={t("sections.concerns")}>
      <FindingList
        items={items}
        badge={({ severity }) => (
          <Badge tone={SEVERITY_TONES[severity]}>{t(`levels.${severity}`)}</Badge>
        )}
      />
      {items.length === 0 && reason === null && <p className="text-muted">{t("noConcerns")}</p>}
      <LeftOut reason={reason} />
    </ReportSection>
  );
}

function FindingList<Item extends Finding>({
  items,
  badge,
}: {
  items: readonly Item[];
  badge: (item: Item) => React.ReactNode;
}) {
  const { t } = useTranslation("report");
  return (
    <ul className="flex flex-col gap-5">
      {items.map((item) => (
        <li key={getKey(item)} className="print:break-inside-avoid">
          <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <span className="text-md font-medium">{findingTitle(t, item)}</span>
            {badge(item)}
            <span className="text-sm text-muted">{t(`categories.${item.category}`)}</span>
          </p>
          {item.description && <p className="mt-1 max-w-prose text-md">{item.description}</p>}
          <Quotes evidence={item.evidence} startsOpen={!item.description} />
        </li>
      ))}
    </ul>
  );
}

/** Two findings may have the same title, but never the same evidence. */
function getKey(item: Finding): string {
  return item.title + item.evidence.map(({ segmentId, quote }) => segmentId + quote).join();
}

export function KeyQuotes({
  quotes,
  reason,
}: {
  quotes: readonly KeyQuote[];
  reason: string | null;
}) {
  const { t } = useTranslation("report");
  if (quotes.length === 0) return null;
  return (
    <ReportSection heading={t("sections.keyQuotes")}>
      <ul className="flex flex-col gap-5">
        {quotes.map((quote) => (
          <li
            key={quote.segmentId + quote.text}
            className="border-l-2 border-accent/50 pl-4 print:break-inside-avoid"
          >
            <blockquote className="max-w-prose text-md">
              {t("quote", { text: quote.text })}
            </blockquote>
            <p className="mt-1.5 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm text-muted">
              {t(`speakers.${quote.speaker}`)}
              <SegmentLink segmentId={quote.segmentId} quote={quote.text} />
              <Badge tone={CONTEXT_TONES[quote.context]}>{t(`contexts.${quote.context}`)}</Badge>
            </p>
            {quote.significance && (
              <p className="mt-1.5 max-w-prose text-muted">{quote.significance}</p>
            )}
          </li>
        ))}
      </ul>
      <LeftOut reason={reason} />
    </ReportSection>
  );
}

export function FollowUps({
  questions,
  reason,
}: {
  questions: readonly FollowUpQuestion[];
  reason: string | null;
}) {
  const { t } = useTranslation("report");
  if (questions.length === 0) return null;
  return (
    <ReportSection heading={t("sections.followUpQuestions")}>
      <ol className="flex flex-col gap-4">
        {questions.map((item) => (
          <li key={item.question} className="print:break-inside-avoid">
            <p className="flex max-w-prose items-start justify-between gap-3 text-md">
              {item.question}
              <Badge tone={PRIORITY_TONES[item.priority]} className="mt-0.5 shrink-0">
                {t(`levels.${item.priority}`)}
              </Badge>
            </p>
            <p className="mt-0.5 max-w-prose text-muted">{purposeText(t, item)}</p>
          </li>
        ))}
      </ol>
      <LeftOut reason={reason} />
    </ReportSection>
  );
}
