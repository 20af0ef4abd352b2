/** The user's own scores, recommendation and notes. */
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { errorText } from "@/api/errors";
import { FormError } from "@/components/form-error";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Segmented } from "@/components/ui/segmented";
import { Textarea } from "@/components/ui/textarea";
import { useToast } from "@/components/ui/toast-context";
import { UnsavedGuard } from "@/components/unsaved-guard";

import { useReviewActions } from "../api/review-actions";
import type { Outcome, Scorecard, ScorecardDraft } from "../api/types";
import { useScorecardDraft } from "../hooks/use-scorecard-draft";
import { CRITERIA, OUTCOMES } from "../lib/agreement";
import { ScoreScale } from "./score-scale";

const MAX_NOTES = 20_000;

interface ScorecardFormProps {
  interviewId: string;
  /** The saved scorecard; null before the first. */
  saved: Scorecard | null;
  /** The owner's notes from the room; they are inserted only on request. */
  roomNotes: string;
  /** Closes the form without saving; null if it cannot be closed. */
  onClose: (() => void) | null;
}

export function ScorecardForm({ interviewId, saved, roomNotes, onClose }: ScorecardFormProps) {
  const { t } = useTranslation(["review", "common"]);
  const { score } = useReviewActions(interviewId);
  const toast = useToast();
  const { draft, isChanged, setDraft, dropDraft } = useScorecardDraft(interviewId, saved);
  const [isEmpty, setIsEmpty] = useState(false);
  const change = (part: Partial<ScorecardDraft>) => {
    setIsEmpty(false);
    setDraft({ ...draft, ...part });
  };
  const close = () => {
    dropDraft();
    onClose?.();
  };
  const save = () => {
    if (draft.technical === null && draft.communication === null) {
      setIsEmpty(true);
      return;
    }
    score.mutate(draft, {
      onSuccess: () => {
        toast.show(t("form.saved"));
        close();
      },
    });
  };
  const canInsert = roomNotes.trim() !== "" && !draft.notes.includes(roomNotes.trim());
  return (
    <form
      className="flex flex-col gap-5"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <div className="grid gap-5 xl:grid-cols-2">
        {CRITERIA.map((criterion) => (
          <ScoreScale
            key={criterion}
            label={t(`criteria.${criterion}`)}
            value={draft[criterion]}
            onChange={(value) => change({ [criterion]: value })}
          />
        ))}
      </div>
      <div className="flex flex-col items-start gap-1.5">
        <p className="text-sm font-medium">
          {t("form.recommendation")}{" "}
          <span className="font-normal text-faint">{t("common:optional")}</span>
        </p>
        <Segmented<Outcome | "">
          label={t("form.recommendation")}
          value={draft.recommendation ?? ""}
          onChange={(value) => change({ recommendation: value === "" ? null : value })}
          options={OUTCOMES.map((value) => ({ value, label: t(`outcomes.${value}`) }))}
        />
      </div>
      <Field label={t("form.notes")} hint={t("form.notesHint")} optional>
        {(control) => (
          <Textarea
            {...control}
            rows={5}
            maxLength={MAX_NOTES}
            value={draft.notes}
            onChange={(event) => change({ notes: event.target.value })}
          />
        )}
      </Field>
      {isEmpty && <FormError>{t("form.scoreNeeded")}</FormError>}
      {score.isError && <FormError>{errorText(score.error, t("form.failed"))}</FormError>}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="primary" busy={score.isPending}>
          {t(score.isPending ? "form.saving" : "form.save")}
        </Button>
        {onClose && <Button onClick={close}>{t("common:cancel")}</Button>}
        {canInsert && (
          <Button
            variant="ghost"
            onClick={() =>
              change({ notes: [draft.notes, roomNotes.trim()].filter(Boolean).join("\n\n") })
            }
          >
            {t("form.insertRoomNotes")}
          </Button>
        )}
      </div>
      <UnsavedGuard isUnsaved={!score.isSuccess && isChanged} />
    </form>
  );
}
