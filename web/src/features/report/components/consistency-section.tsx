/** The consistency check: possible contradictions, each with both quotes, for a person to weigh. */
import { useTranslation } from "react-i18next";

import { Badge, type BadgeTone } from "@/components/ui/badge";
import { TitledSection } from "@/components/ui/titled-section";
import { cn } from "@/lib/cn";
import { formatPercent } from "@/lib/format";

import type { ConsistencyCheck, Contradiction } from "../api/types";
import {
  confidencePercent,
  listMetrics,
  listShown,
  SHOWN_ITEMS,
  type Metric,
} from "../lib/consistency";
import { withoutListMark } from "../lib/cv-line";
import { formatScore } from "../lib/scores";
import { AmendmentNote, FindingActions } from "./finding-actions";
import { ScoreBar } from "./score-bar";
import { SegmentLink } from "./segment-link";

const SEVERITY_TONES: Record<Contradiction["severity"], BadgeTone> = {
  minor: "neutral",
  moderate: "info",
  significant: "warning",
  major: "danger",
};

interface ConsistencySectionProps {
  /** Null in a shared report, whose findings cannot be changed. */
  interviewId: string | null;
  check: ConsistencyCheck;
}

export function ConsistencySection({ interviewId, check }: ConsistencySectionProps) {
  const { t } = useTranslation("report");
  const { patterns, recommendations } = check;
  const evidence = listShown(check.evidence);
  const confidence = formatPercent(confidencePercent(check.analysisConfidence));
  return (
    <TitledSection
      heading={t("consistency.title")}
      aside={<p className="text-sm text-muted">{t("consistency.confidence", { confidence })}</p>}
    >
      <p className="mb-5 max-w-prose text-muted">{t("consistency.notice")}</p>
      <div className="grid gap-x-10 gap-y-4 sm:grid-cols-2">
        {listMetrics(check).map((metric) => (
          <MetricBar key={metric.name} metric={metric} />
        ))}
      </div>
      {evidence.length === 0 ? (
        <p className="mt-5 max-w-prose text-muted">
          {check.statementsCompared === 0
            ? t(check.hasCv ? "consistency.nothingCompared" : "consistency.noCv")
            : t("consistency.nothingFound", { count: check.statementsCompared })}
        </p>
      ) : (
        <ul className="mt-6 flex flex-col gap-6">
          {evidence.map((item) => (
            <ContradictionItem key={item.key} interviewId={interviewId} item={item} />
          ))}
        </ul>
      )}
      {patterns.length > 0 && (
        <>
          <h4 className="mt-6 mb-2 font-medium">{t("consistency.patterns")}</h4>
          <ul className="flex flex-col gap-2">
            {patterns.slice(0, SHOWN_ITEMS).map((item) => (
              <li key={item.pattern} className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
                {t(`consistency.kinds.${item.pattern}`)}
                <span className="font-mono text-sm text-muted tabular-nums">
                  × {item.frequency}
                </span>
                <Badge tone={SEVERITY_TONES[item.significance]}>
                  {t(`consistency.severities.${item.significance}`)}
                </Badge>
              </li>
            ))}
          </ul>
        </>
      )}
      {recommendations.length > 0 && (
        <>
          <h4 className="mt-6 mb-2 font-medium">{t("consistency.recommendations")}</h4>
          <ul className="flex list-disc flex-col gap-1.5 pl-5">
            {recommendations.slice(0, SHOWN_ITEMS).map((item) => (
              <li key={item.action + item.rationale + item.subject} className="max-w-prose">
                {t(`consistency.actions.${item.action}`, {
                  matter: withSubject(t(`consistency.kinds.${item.rationale}`), item.subject),
                })}
              </li>
            ))}
          </ul>
        </>
      )}
      <SideBySide passages={check.sideBySide ?? []} />
    </TitledSection>
  );
}

/** Why the check could not run; nothing where it was switched off. */
export function MissingConsistency({ reason }: { reason: string | null }) {
  const { t } = useTranslation("report");
  if (reason === null) return null;
  return (
    <TitledSection heading={t("consistency.title")}>
      <p className="max-w-prose text-muted">{reason}</p>
    </TitledSection>
  );
}

function withSubject(matter: string, subject: string): string {
  return subject === "" ? matter : `${matter} (${subject})`;
}

function MetricBar({ metric: { name, score, isMeasured } }: { metric: Metric }) {
  const { t } = useTranslation("report");
  const label = t(`consistency.metrics.${name}`);
  return (
    <div className="min-w-0">
      <div className="flex items-baseline justify-between gap-3">
        <p>{label}</p>
        {score !== null && (
          <p className="font-mono tabular-nums">
            {formatScore(score)}
            <span className="text-sm text-muted"> / 10</span>
          </p>
        )}
      </div>
      {score !== null && <ScoreBar label={label} score={score} isMeasured={isMeasured} />}
      {!isMeasured && (
        <p className="mt-1 text-sm text-muted">{t(`consistency.notMeasured.${name}`)}</p>
      )}
    </div>
  );
}

interface ContradictionItemProps {
  interviewId: string | null;
  item: Contradiction;
}

function ContradictionItem({ interviewId, item }: ContradictionItemProps) {
  const { t } = useTranslation("report");
  const { counterpart, amendment = null } = item;
  const isStruck = amendment?.isStruck ?? false;
  const name = withSubject(t(`consistency.kinds.${item.kind}`), item.subject);
  return (
    <li className={cn("print:break-inside-avoid", isStruck && "print:hidden")}>
      <div className="flex items-start justify-between gap-3">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          {isStruck ? (
            <del className="text-md text-muted">{name}</del>
          ) : (
            <>
              <span className="text-md font-medium">{name}</span>
              <Badge tone={SEVERITY_TONES[item.severity]}>
                {t(`consistency.severities.${item.severity}`)}
              </Badge>
            </>
          )}
          <span className="text-sm text-muted">
            {t(`consistency.possible.${counterpart.origin}`)}
          </span>
        </p>
        {interviewId !== null && (
          <FindingActions
            interviewId={interviewId}
            finding={{ key: item.key, name, wording: null, amendment: amendment ?? null }}
          />
        )}
      </div>
      {amendment && <AmendmentNote amendment={amendment} />}
      <div className="mt-2 grid gap-3 sm:grid-cols-2">
        <QuoteBox
          source={t("consistency.said")}
          quote={item.quote}
          segmentId={item.segmentId}
          startSeconds={item.timestamp}
        />
        <QuoteBox
          source={t(`consistency.sources.${counterpart.origin}`)}
          quote={counterpart.quote}
          segmentId={counterpart.segmentId}
          startSeconds={counterpart.timestamp}
        />
      </div>
    </li>
  );
}

/** Lines of the CV next to related statements: no verdict, and nothing to strike. */
function SideBySide({ passages }: { passages: NonNullable<ConsistencyCheck["sideBySide"]> }) {
  const { t } = useTranslation("report");
  if (passages.length === 0) return null;
  return (
    <>
      <h4 className="mt-8 mb-2 font-medium">{t("consistency.sideBySide.title")}</h4>
      <p className="max-w-prose text-muted">{t("consistency.sideBySide.notice")}</p>
      <ul className="mt-4 flex flex-col gap-5">
        {passages.map(({ cvLine, evidence }) => (
          <li
            key={evidence.map((piece) => piece.segmentId + piece.quote).join()}
            className="grid gap-3 sm:grid-cols-2 print:break-inside-avoid"
          >
            <QuoteBox
              source={t("consistency.sources.cv")}
              quote={withoutListMark(cvLine)}
              segmentId={null}
              startSeconds={null}
            />
            <div className="flex min-w-0 flex-col gap-3">
              {evidence.map((piece) => (
                <QuoteBox
                  key={piece.segmentId + piece.quote}
                  source={t("consistency.said")}
                  quote={piece.quote}
                  segmentId={piece.segmentId}
                  startSeconds={piece.startSeconds}
                />
              ))}
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

interface QuoteBoxProps {
  source: string;
  quote: string;
  /** Null for a line of the CV. */
  segmentId: string | null;
  startSeconds: number | null;
}

function QuoteBox({ source, quote, segmentId, startSeconds }: QuoteBoxProps) {
  const { t } = useTranslation("report");
  return (
    <figure className="min-w-0 border-l-2 border-line pl-3">
      <figcaption className="flex items-center gap-2 text-sm text-muted">
        {source}
        {segmentId !== null && (
          <SegmentLink
            segmentId={segmentId}
            quote={quote}
            {...(startSeconds === null ? {} : { startSeconds })}
          />
        )}
      </figcaption>
      <blockquote className="mt-0.5 wrap-break-word">{t("quote", { text: quote })}</blockquote>
    </figure>
  );
}
