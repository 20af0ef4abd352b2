/** Sections of the AI Sense pane: answers, contradictions, follow-ups, talk time. */
import { Check, Circle } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { Badge } from "@/components/ui/badge";
import { Progress } from "@/components/ui/progress";
import { ANSWER, FOLLOW_UP_PRIORITY } from "@/components/ui/status-tones";

import type { LiveInsights } from "../api/live-insights";
import { formatRoomTimer } from "../lib/timer";
import { QuoteMark } from "./quote-mark";

type Answer = LiveInsights["answers"][number];

interface AiSenseSectionsProps {
  insights: LiveInsights;
  candidateName: string;
}

export function AiSenseSections({ insights, candidateName }: AiSenseSectionsProps) {
  const { t } = useTranslation("rooms");
  const { answers, contradictions, followUps } = insights;
  return (
    <>
      <Section heading={t("sense.followUps")} empty={t("sense.noFollowUps")}>
        {followUps.map((item) => (
          <li key={item.question} className="flex items-start gap-3">
            <p className="min-w-0 grow break-words">{item.question}</p>
            <Badge tone={FOLLOW_UP_PRIORITY[item.priority].tone}>
              {t(`sense.priority.${item.priority}`)}
            </Badge>
          </li>
        ))}
      </Section>
      <Section
        heading={t("sense.contradictions")}
        hint={contradictions.length > 0 ? t("sense.contradictionsHint") : null}
        empty={t("sense.noContradictions")}
      >
        {contradictions.map((item) => (
          <li key={item.statement.segmentId + item.otherQuote} className="break-words">
            <p>
              {t("sense.said", { quote: item.statement.quote })}
              <QuoteMark segmentId={item.statement.segmentId} />
            </p>
            <p className="text-muted">
              {t(`sense.origin.${item.origin}`, { quote: item.otherQuote })}
              <QuoteMark segmentId={item.otherSegmentId} />
            </p>
          </li>
        ))}
      </Section>
      <Section heading={t("sense.summary")} empty={t("sense.noAnswers")}>
        {answers.map((answer) => (
          <AnswerItem key={answer.timestamp} answer={answer} />
        ))}
      </Section>
      <TalkTime talkTime={insights.talkTime} candidateName={candidateName} />
    </>
  );
}

interface SectionProps {
  heading: string;
  hint?: string | null;
  /** Shown instead of an empty list. */
  empty: string;
  children: readonly ReactNode[];
}

function Section({ heading, hint = null, empty, children }: SectionProps) {
  return (
    <section className="border-t border-line pt-3">
      <h3 className="text-md font-semibold">{heading}</h3>
      {hint !== null && <p className="mt-0.5 text-sm text-muted">{hint}</p>}
      {children.length === 0 ? (
        <p className="mt-1 text-sm text-muted">{empty}</p>
      ) : (
        <ul className="mt-2 flex flex-col gap-3 text-base">{children}</ul>
      )}
    </section>
  );
}

function AnswerItem({ answer }: { answer: Answer }) {
  const { t } = useTranslation("rooms");
  return (
    <li>
      <div className="flex items-start gap-3">
        <p className="min-w-0 grow font-medium break-words">
          <span className="mr-2 text-sm font-normal text-muted tabular-nums">
            {formatRoomTimer(answer.timestamp)}
          </span>
          {answer.question}
        </p>
        <Badge tone={ANSWER[answer.answered].tone}>{t(`sense.answered.${answer.answered}`)}</Badge>
      </div>
      <p className="mt-1 break-words text-muted">
        {answer.quote === null ? (
          t("sense.noQuote")
        ) : (
          <>
            {t("quote", { text: answer.quote.quote })}
            <QuoteMark segmentId={answer.quote.segmentId} />
          </>
        )}
      </p>
      {answer.points.length > 0 && (
        <ul className="mt-1.5 flex flex-col gap-1 text-sm">
          {answer.points.map((point) => {
            const isCovered = point.quote !== null;
            const Icon = isCovered ? Check : Circle;
            return (
              <li key={point.text} className="flex items-start gap-2">
                <Icon
                  size={15}
                  className={
                    isCovered ? "mt-0.5 shrink-0 text-success-ink" : "mt-0.5 shrink-0 text-faint"
                  }
                  aria-label={t(isCovered ? "sense.pointCovered" : "sense.pointOpen")}
                />
                <span className={isCovered ? "" : "text-muted"}>{point.text}</span>
              </li>
            );
          })}
        </ul>
      )}
    </li>
  );
}

function TalkTime({
  talkTime,
  candidateName,
}: Pick<LiveInsights, "talkTime"> & { candidateName: string }) {
  const { t } = useTranslation("rooms");
  const { interviewerSeconds, candidateSeconds } = talkTime;
  const total = interviewerSeconds + candidateSeconds;
  const share = total > 0 ? candidateSeconds / total : 0;
  const percent = Math.round(share * 100);
  const parts = [
    { name: candidateName || t("sense.candidate"), seconds: candidateSeconds, percent },
    { name: t("sense.you"), seconds: interviewerSeconds, percent: total > 0 ? 100 - percent : 0 },
  ];
  return (
    <section className="border-t border-line pt-3">
      <h3 className="text-md font-semibold">{t("sense.talkTime")}</h3>
      <div className="mt-2">
        <Progress share={share} label={t("sense.talkTime")} />
      </div>
      <p className="mt-1.5 flex flex-wrap justify-between gap-x-4 text-sm text-muted tabular-nums">
        {parts.map((part) => (
          <span key={part.name}>
            {t("sense.talkTimeValue", { ...part, time: formatRoomTimer(part.seconds) })}
          </span>
        ))}
      </p>
    </section>
  );
}
