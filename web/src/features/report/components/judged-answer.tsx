/** One judged answer: the points of a good answer, and its sentences with their labels. */
import { Check, CircleDashed, Minus, Plus } from "lucide-react";
import { useTranslation } from "react-i18next";

import { Badge } from "@/components/ui/badge";

import type {
  AnswerPoint,
  Evidence,
  JudgedQuestion,
  LabeledSentence,
  SentenceLabel,
} from "../api/types";
import { useSegmentJump } from "../hooks/use-segment-jump";
import { SENTENCE_LABELS } from "../lib/codes";
import { SegmentLink } from "./segment-link";

export function JudgedAnswer({ question }: { question: JudgedQuestion }) {
  const { t } = useTranslation("report");
  const { startSeconds, points, sentences } = question;
  const { segments } = useSegmentJump();
  const start = [...segments.values()].find(
    (segment) => segment.speaker === "candidate" && segment.startSeconds === startSeconds,
  );
  return (
    <div className="flex flex-col gap-4">
      {start && (
        <p className="flex items-center gap-2 text-sm text-muted">
          {t("questionScores.answerAt")}
          <SegmentLink segmentId={start._id} />
        </p>
      )}
      {points.length > 0 && (
        <div>
          <h4 className="mb-1.5 text-sm font-medium">{t("questionScores.points")}</h4>
          <ul className="flex flex-col gap-1.5">
            {points.map((point) => (
              <Point key={point.text} point={point} />
            ))}
          </ul>
        </div>
      )}
      <div>
        <h4 className="mb-1.5 text-sm font-medium">{t("questionScores.sentences")}</h4>
        {sentences.length === 0 ? (
          <p className="text-sm text-muted">{t("questionScores.noSentences")}</p>
        ) : (
          <ul className="flex flex-col gap-3">
            {sentences.map((sentence, index) => (
              <Sentence key={index} sentence={sentence} />
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

function Point({ point: { text, coveredBy } }: { point: AnswerPoint }) {
  const { t } = useTranslation("report");
  const isCovered = coveredBy.length > 0;
  const Icon = isCovered ? Check : CircleDashed;
  return (
    <li className="flex max-w-prose gap-2">
      <Icon
        size={16}
        aria-hidden
        className={`mt-0.5 shrink-0 ${isCovered ? "text-success-ink" : "text-muted"}`}
      />
      <p className="min-w-0">
        {text}{" "}
        <span className="inline-flex flex-wrap items-center gap-x-2 text-sm text-muted">
          {t(isCovered ? "questionScores.covered" : "questionScores.notCovered")}
          <Links evidence={coveredBy} />
        </span>
      </p>
    </li>
  );
}

function Sentence({ sentence: { evidence, labels } }: { sentence: LabeledSentence }) {
  const { t } = useTranslation("report");
  return (
    <li className="border-l-2 border-line pl-3 print:break-inside-avoid">
      <blockquote className="max-w-prose">
        {t("quote", { text: evidence.map(({ quote }) => quote).join(" ") })}
      </blockquote>
      <p className="mt-1 flex flex-wrap items-center gap-1.5">
        {labels.map((label) => (
          <LabelChip key={label} label={label} />
        ))}
        <Links evidence={evidence} />
      </p>
    </li>
  );
}

const SIDES = {
  for: { tone: "success", Icon: Plus },
  against: { tone: "warning", Icon: Minus },
} as const;

function LabelChip({ label }: { label: SentenceLabel }) {
  const { t } = useTranslation("report");
  const side = SENTENCE_LABELS[label];
  const text = t(`questionScores.labels.${label}`);
  if (side === "neither") return <Badge>{text}</Badge>;
  const { tone, Icon } = SIDES[side];
  return (
    <Badge tone={tone} className="gap-1">
      <Icon size={11} aria-hidden />
      <span className="sr-only">{t(`questionScores.sides.${side}`)} </span>
      {text}
    </Badge>
  );
}

/** Links to the lines that a sentence is in. */
function Links({ evidence }: { evidence: readonly Evidence[] }) {
  return evidence.map(({ segmentId, quote, startSeconds }) => (
    <SegmentLink
      key={segmentId + quote}
      segmentId={segmentId}
      quote={quote}
      startSeconds={startSeconds}
    />
  ));
}
