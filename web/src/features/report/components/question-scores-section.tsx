/**
 * Scores by question: how each was answered, its scores, and on demand the labels of the answer.
 */
import { useState, type Ref } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";
import { TitledSection } from "@/components/ui/titled-section";

import type { JudgedQuestion } from "../api/types";
import { numberQuestions } from "../lib/judged-questions";
import { QuestionScoreRow, ROW_GRID } from "./question-score-row";

interface QuestionScoresSectionProps {
  /** Receives the focus when the section is jumped to. */
  ref?: Ref<HTMLDivElement>;
  questions: readonly JudgedQuestion[];
}

export function QuestionScoresSection({ ref, questions }: QuestionScoresSectionProps) {
  const { t } = useTranslation("report");
  const rows = numberQuestions(questions);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const areAllOpen = rows.every(({ number }) => open.has(number));
  const toggle = (number: string) => {
    const next = new Set(open);
    if (!next.delete(number)) next.add(number);
    setOpen(next);
  };
  return (
    <div ref={ref} tabIndex={-1} className="scroll-mt-4 outline-none">
      <TitledSection
        heading={t("questionScores.title")}
        aside={
          <Button
            size="sm"
            className="print:hidden"
            onClick={() => setOpen(new Set(areAllOpen ? [] : rows.map(({ number }) => number)))}
          >
            {t(areAllOpen ? "questionScores.closeAll" : "questionScores.openAll")}
          </Button>
        }
      >
        <div className="@container">
          {/* Each row names its scores. */}
          <p aria-hidden className={`${ROW_GRID} hidden pb-1.5 text-xs text-muted @2xl:grid`}>
            <span className="col-start-4 text-right">{t("categories.technical")}</span>
            <span className="text-right">{t("categories.communication")}</span>
          </p>
          <ol>
            {rows.map((row) => (
              <QuestionScoreRow
                key={row.number}
                row={row}
                isOpen={open.has(row.number)}
                onToggle={() => toggle(row.number)}
              />
            ))}
          </ol>
        </div>
      </TitledSection>
    </div>
  );
}
