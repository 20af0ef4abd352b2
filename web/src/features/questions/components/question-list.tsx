import { useState } from "react";
import { useTranslation } from "react-i18next";

import { useQuestionEdits } from "../api/edit-questions";
import type { Question } from "../api/types";
import { editErrorMessage } from "../lib/question-errors";
import { QuestionEditor } from "./question-editor";
import { QuestionRow } from "./question-row";

interface QuestionListProps {
  interviewId: string;
  questions: readonly Question[];
  /** Place of each question in the whole list, by id. */
  numbers: ReadonlyMap<string, number>;
  onDelete: (question: Question) => void;
}

/** One question at a time is edited, in its place. */
export function QuestionList({ interviewId, questions, numbers, onDelete }: QuestionListProps) {
  const { t } = useTranslation("questions");
  const { update } = useQuestionEdits(interviewId);
  const [editedId, setEditedId] = useState<string | null>(null);
  if (questions.length === 0) return null;
  const edit = (id: string | null) => {
    update.reset();
    setEditedId(id);
  };
  return (
    <ol className="divide-y divide-line rounded-lg border border-line bg-surface">
      {questions.map((question) => (
        <li key={question._id} className="animate-rise p-3.5">
          {question._id === editedId ? (
            <>
              <QuestionEditor
                question={question}
                isSaving={update.isPending}
                onCancel={() => edit(null)}
                onSave={(change) =>
                  update.mutate({ id: question._id, change }, { onSuccess: () => edit(null) })
                }
              />
              {update.isError && (
                <p role="alert" className="mt-2 text-danger-ink">
                  {editErrorMessage(t, "update", update.error)}
                </p>
              )}
            </>
          ) : (
            <QuestionRow
              question={question}
              number={numbers.get(question._id) ?? 0}
              onEdit={() => edit(question._id)}
              onDelete={() => onDelete(question)}
            />
          )}
        </li>
      ))}
    </ol>
  );
}
