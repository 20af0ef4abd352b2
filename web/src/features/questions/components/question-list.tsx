/** Sortable list of questions, of which one at a time is edited in place. */
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { useQuestionEdits } from "../api/edit-questions";
import { useOrderQuestions } from "../api/order-questions";
import type { Question } from "../api/types";
import type { Rewriting } from "../hooks/use-rewriting";
import { moved } from "../lib/order";
import { editErrorMessage } from "../lib/question-errors";
import { ComingQuestion } from "./coming-question";
import { Notice } from "./notice";
import { QuestionEditor } from "./question-editor";
import { QuestionMenu } from "./question-menu";
import { QuestionRow } from "./question-row";
import { SortableItem } from "./sortable-item";
import { SortableList } from "./sortable-list";

interface QuestionListProps {
  interviewId: string;
  /** All questions, in order. */
  questions: readonly Question[];
  isShown: (question: Question) => boolean;
  /** Whether the list is filtered, so that its order cannot be changed. */
  isFiltered: boolean;
  /** Whether the model is writing more questions. */
  isGenerating: boolean;
  readAt: number;
  rewriting: Rewriting;
  /** Null if there is no source to rewrite a question from. */
  onRewrite: ((question: Question) => void) | null;
  onDelete: (question: Question) => void;
}

export function QuestionList(props: QuestionListProps) {
  const { interviewId, questions, isFiltered, isGenerating, rewriting, onRewrite } = props;
  const { t } = useTranslation("questions");
  const { update } = useQuestionEdits(interviewId);
  const order = useOrderQuestions(interviewId);
  const [editedId, setEditedId] = useState<string | null>(null);
  const [lastEditedId, setLastEditedId] = useState<string | null>(null);
  const [said, setSaid] = useState("");
  const ids = questions.map((question) => question._id);
  const isEditing = editedId !== null && ids.includes(editedId);
  const isSettled = !isGenerating && !isEditing && rewriting.questionId === null;
  const canSort = !isFiltered && isSettled && questions.length > 1;

  const edit = (id: string | null) => {
    update.reset();
    if (id === null) setLastEditedId(editedId);
    setEditedId(id);
  };
  const move = (from: number, to: number) => {
    order.mutate(moved(ids, from, to));
  };
  const moveTo = (from: number, to: number) =>
    canSort && to >= 0 && to < questions.length
      ? () => {
          move(from, to);
          setSaid(t("order.dropped", { place: to + 1 }));
        }
      : null;
  const canRewrite = (question: Question) =>
    isSettled && question.humanTracking.status === "pending" && onRewrite !== null;

  if (questions.length === 0 && !isGenerating) return null;
  if (!isGenerating && !questions.some(props.isShown)) {
    return <p className="py-6 text-center text-muted">{t("noneOfCategory")}</p>;
  }
  return (
    <>
      {order.isError && (
        <Notice
          tone="error"
          text={editErrorMessage(t, "order", order.error)}
          onDismiss={() => order.reset()}
        />
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
      <SortableList ids={ids} onMove={move}>
        <ol className="divide-y divide-line rounded-lg border border-line bg-surface">
          {questions.map((question, index) => {
            if (!props.isShown(question)) return null;
            const number = index + 1;
            const isRewriting = rewriting.questionId === question._id;
            return (
              <SortableItem
                key={question._id}
                id={question._id}
                number={number}
                handle={isFiltered ? "hidden" : canSort ? "on" : "off"}
              >
                {question._id === editedId ? (
                  <QuestionEditor
                    question={question}
                    isSaving={update.isPending}
                    error={update.isError ? editErrorMessage(t, "update", update.error) : null}
                    onCancel={() => edit(null)}
                    onSave={(change) =>
                      update.mutate({ id: question._id, change }, { onSuccess: () => edit(null) })
                    }
                  />
                ) : (
                  <QuestionRow
                    question={question}
                    number={number}
                    readAt={props.readAt}
                    isEditOff={isEditing}
                    takesFocus={lastEditedId === question._id && !isEditing}
                    onEdit={() => edit(question._id)}
                    onCancelRewriting={isRewriting ? rewriting.cancel : null}
                    failure={
                      rewriting.failure?.questionId === question._id ? rewriting.failure.text : null
                    }
                    menu={
                      <QuestionMenu
                        number={number}
                        disabled={isRewriting}
                        onRewrite={canRewrite(question) ? () => onRewrite?.(question) : null}
                        onMoveUp={moveTo(index, index - 1)}
                        onMoveDown={moveTo(index, index + 1)}
                        onDelete={() => props.onDelete(question)}
                      />
                    }
                  />
                )}
              </SortableItem>
            );
          })}
          {isGenerating && <ComingQuestion />}
        </ol>
      </SortableList>
    </>
  );
}
