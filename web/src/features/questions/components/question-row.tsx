import { Clock, Pencil, Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";

import { Badge } from "@/components/ui/badge";
import { IconButton } from "@/components/ui/icon-button";

import type { Question } from "../api/types";
import { BasisLine } from "./basis-line";

interface QuestionRowProps {
  question: Question;
  number: number;
  onEdit: () => void;
  onDelete: () => void;
}

export function QuestionRow({ question, number, onEdit, onDelete }: QuestionRowProps) {
  const { t } = useTranslation(["questions", "common"]);
  return (
    <div className="flex items-start gap-3">
      <span className="w-6 shrink-0 pt-px text-right font-mono text-sm text-faint tabular-nums">
        {number}
      </span>
      <div className="min-w-0 grow">
        <p className="max-w-prose break-words">{question.question}</p>
        {question.basedOn && <BasisLine basedOn={question.basedOn} />}
        <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          <Badge>{t(`common:questionCategories.${question.category}`)}</Badge>
          <span className="flex items-center gap-1 tabular-nums">
            <Clock size={13} aria-hidden /> {t("minutes", { minutes: question.estimatedTime })}
          </span>
          <span>{t(`row.source.${question.source}`)}</span>
        </p>
      </div>
      <div className="flex shrink-0">
        <IconButton size="sm" icon={Pencil} label={t("row.edit", { number })} onClick={onEdit} />
        <IconButton
          size="sm"
          icon={Trash2}
          label={t("row.delete", { number })}
          onClick={onDelete}
        />
      </div>
    </div>
  );
}
