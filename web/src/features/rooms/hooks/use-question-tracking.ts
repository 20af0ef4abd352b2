/** Questions of the interview with their tracking state. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import {
  trackedQuestionsQuery,
  useTrackQuestion,
  type HumanTracking,
  type TrackedQuestion,
} from "../api/tracked-questions";
import { nextQuestion } from "../lib/tracking";

export interface QuestionTracking {
  questions: TrackedQuestion[] | undefined;
  error: Error | null;
  next: TrackedQuestion | null;
  unsavedNotes: ReadonlySet<string>;
  /** Questions whose notes are open. */
  openNotes: ReadonlySet<string>;
  setNotesOpen: (questionId: string, isOpen: boolean) => void;
  /** Marking a question as asked opens its notes; scoring it closes them. */
  track: (questionId: string, change: Partial<HumanTracking>) => void;
  saveNotes: (questionId: string, notes: string) => void;
  reload: () => void;
}

/** `onFailure` gets the message to show if an update fails. */
export function useQuestionTracking(
  interviewId: string,
  onFailure: (message: string) => void,
): QuestionTracking {
  const { t } = useTranslation("rooms");
  const query = useQuery(trackedQuestionsQuery(interviewId));
  const { mutate } = useTrackQuestion(interviewId);
  const [unsavedNotes, setUnsavedNotes] = useState<ReadonlySet<string>>(new Set());
  const [openNotes, setOpenNotes] = useState<ReadonlySet<string>>(new Set());
  const setNotesOpen = (questionId: string, isOpen: boolean) =>
    setOpenNotes((known) => (isOpen ? new Set(known).add(questionId) : without(known, questionId)));

  return {
    questions: query.data,
    error: query.error,
    next: nextQuestion(query.data ?? []),
    unsavedNotes,
    openNotes,
    setNotesOpen,
    track: (questionId, change) => {
      if (change.status === "asked") setNotesOpen(questionId, true);
      if (typeof change.score === "number") setNotesOpen(questionId, false);
      mutate({ questionId, change }, { onError: () => onFailure(t("questions.updateFailed")) });
    },
    saveNotes: (questionId, notes) =>
      mutate(
        { questionId, change: { notes } },
        {
          onSuccess: () => setUnsavedNotes((known) => without(known, questionId)),
          onError: () => setUnsavedNotes((known) => new Set(known).add(questionId)),
        },
      ),
    reload: () => void query.refetch(),
  };
}

function without(known: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return new Set([...known].filter((other) => other !== id));
}
