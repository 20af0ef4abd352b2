/** Basis of a question and points of a good answer, for the recruiter only. */
import { useTranslation } from "react-i18next";

import type { TrackedQuestion } from "../api/tracked-questions";

type QuestionAnswerPointsProps = Pick<TrackedQuestion, "basedOn" | "goodAnswer">;

export function QuestionAnswerPoints({ basedOn, goodAnswer }: QuestionAnswerPointsProps) {
  const { t } = useTranslation(["rooms", "questions"]);
  const points = goodAnswer ?? [];
  if (basedOn === null && points.length === 0) return null;
  return (
    <div className="mt-2 flex flex-col gap-2 border-l-2 border-line pl-3 text-sm">
      {basedOn !== null && (
        <p className="break-words text-muted">
          <span className="font-medium">
            {t(`questions:row.basis.${basedOn.kind === "gap" ? "gap" : basedOn.source}`)}
          </span>{" "}
          {t("questions:row.quoted", { text: basedOn.text })}
        </p>
      )}
      {points.length > 0 && (
        <div>
          <p className="font-medium text-muted">{t("questions.goodAnswer")}</p>
          <ul className="mt-0.5 list-disc pl-4">
            {points.map((point) => (
              <li key={point} className="break-words">
                {point}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
