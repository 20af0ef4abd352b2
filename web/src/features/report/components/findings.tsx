/** Sections of a report with quotes: strengths, concerns, key quotes, follow-up questions. */
import { useTranslation } from "react-i18next";

import { Badge, type BadgeTone } from "@/components/ui/badge";
import { FOLLOW_UP_PRIORITY } from "@/components/ui/status-tones";
import { TitledSection } from "@/components/ui/titled-section";
import { cn } from "@/lib/cn";

import type { Concern, Finding, FollowUpQuestion, KeyQuote, Severity } from "../api/types";
import { findingTitle, purposeText } from "../lib/codes";
import { AmendmentNote, FindingActions } from "./finding-actions";
import { LeftOut } from "./prose";
import { Quotes } from "./quotes";
import { SegmentLink } from "./segment-link";

const SEVERITY_TONES: Record<Severity, BadgeTone> = {
  high: "danger",
  medium: "warning",
  low: "neutral",
};
const CONTEXT_TONES: Record<KeyQuote["context"], BadgeTone> = {
  strength: "success",
  concern: "warning",
  insight: "info",
  personality: "neutral",
};

interface FindingsProps<Item> {
  /** Null in a shared report, whose findings cannot be changed. */
  interviewId: string | null;
  items: readonly Item[];
  /** Why some or all are missing. */
  reason: string | null;
}

export function Strengths({ interviewId, items, reason }: FindingsProps<Finding>) {
  const { t } = useTranslation("report");
  if (items.length === 0 && reason === null) return null;
  return (
    <TitledSection heading={t("sections.strengths")}>
      <FindingList interviewId={interviewId} items={items} badge={() => null} />
      <LeftOut reason={reason} />
    </TitledSection>
  );
}

export function Concerns({ interviewId, items, reason }: FindingsProps<Concern>) {
  const { t } = useTranslation("report");
  return (
    <TitledSection heading={t("sections.concerns")}>
      <FindingList
        interviewId={interviewId}
        items={items}
        badge={({ severity }) => (
          <Badge tone={SEVERITY_TONES[severity]}>{t(`levels.${severity}`)}</Badge>
        )}
      />
      {items.length === 0 && reason === null && <p className="text-muted">{t("noConcerns")}</p>}
      <LeftOut reason={reason} />
    </TitledSection>
  );
}

function FindingList<Item extends Finding>({
  interviewId,
  items,
  badge,
}: {
  interviewId: string | null;
  items: readonly Item[];
  badge: (item: Item) => React.ReactNode;
}) {
  const { t } = useTranslation("report");
  return (
    <ul className="flex flex-col gap-5">
      {items.map((item) => {
        const isStruck = item.amendment?.isStruck ?? false;
        const title = findingTitle(t, item);
        return (
          <li key={item.key} className={cn("print:break-inside-avoid", isStruck && "print:hidden")}>
            <div className="flex items-start justify-between gap-3">
              <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
                {isStruck ? (
                  <del className="text-md text-muted">{title}</del>
                ) : (
                  <span className="text-md font-medium">{title}</span>
                )}
                {!isStruck && badge(item)}
                <span className="text-sm text-muted">{t(`categories.${item.category}`)}</span>
              </p>
              {interviewId !== null && (
                <FindingActions
                  interviewId={interviewId}
                  finding={{
                    key: item.key,
                    name: title,
                    wording: { title: item.title, description: item.description },
                    amendment: item.amendment ?? null,
                  }}
                />
              )}
            </div>
            {!isStruck && item.description && (
              <p className="mt-1 max-w-prose text-md">{item.description}</p>
            )}
            {item.amendment && <AmendmentNote amendment={item.amendment} />}
            <Quotes evidence={item.evidence} startsOpen={!item.description && !isStruck} />
          </li>
        );
      })}
    </ul>
  );
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
    <TitledSection heading={t("sections.keyQuotes")}>
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
    </TitledSection>
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
    <TitledSection heading={t("sections.followUpQuestions")}>
      <ol className="flex flex-col gap-4">
        {questions.map((item) => (
          <li key={item.question} className="print:break-inside-avoid">
            <p className="flex items-start justify-between gap-3 text-md">
              <span className="max-w-prose">{item.question}</span>
              <Badge tone={FOLLOW_UP_PRIORITY[item.priority].tone} className="mt-0.5 shrink-0">
                {t(`levels.${item.priority}`)}
              </Badge>
            </p>
            <p className="mt-0.5 max-w-prose text-muted">{purposeText(t, item)}</p>
          </li>
        ))}
      </ol>
      <LeftOut reason={reason} />
    </TitledSection>
  );
}
