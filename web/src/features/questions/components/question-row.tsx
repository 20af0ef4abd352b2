import { Clock, Pencil, Trash2 } from "lucide-react";

import { Badge } from "@/components/ui/badge";
import { IconButton } from "@/components/ui/icon-button";

import type { Question } from "../api/types";
import { CATEGORY_LABELS } from "../lib/categories";
import { BasisLine } from "./basis-line";

interface QuestionRowProps {
  question: Question;
  number: number;
  onEdit: () => void;
  onDelete: () => void;
}

export function QuestionRow({ question, number, onEdit, onDelete }: QuestionRowProps) {
  return (
    <div className="flex items-start gap-3">
      <span className="w-6 shrink-0 pt-px text-right font-mono text-sm text-faint tabular-nums">
        {number}
      </span>
      <div className="min-w-0 grow">
        <p className="max-w-prose break-words">{question.question}</p>
        {question.basedOn && <BasisLine basedOn={question.basedOn} />}
        <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          <Badge>{CATEGORY_LABELS[question.category]}</Badge>
          <span className="flex items-center gap-1 tabular-nums">
            <Clock size={13} aria-hidden /> {question.estimatedTime} min
          </span>
          <span>{question.source === "ai_generated" ? "AI Generated" : "Manually Added"}</span>
        </p>
      </div>
      <div className="flex shrink-0">
        <IconButton size="sm" icon={Pencil} label={`Edit question ${number}`} onClick={onEdit} />
        <IconButton
          size="sm"
          icon={Trash2}
          label={`Delete question ${number}`}
          onClick={onDelete}
        />
      </div>
    </div>
  );
}
