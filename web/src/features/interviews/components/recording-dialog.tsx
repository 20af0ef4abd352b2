/** Import of an interview from its recording: upload, say who is who, confirm the consent, start. */
import { useQuery } from "@tanstack/react-query";
import { AudioLines } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { errorText } from "@/api/errors";
import { FileDropZone } from "@/components/file-drop-zone";
import { FormError } from "@/components/form-error";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Spinner } from "@/components/ui/spinner";
import { formatBytes } from "@/lib/format";
import { currentLanguage } from "@/lib/i18n";

import { recordingImportsQuery, useStartRecordingImport } from "../api/recording-imports";
import { useRecordingDraft } from "../hooks/use-recording-draft";
import { guessHeldAt } from "../lib/import-draft";
import {
  AUDIO_ACCEPT,
  findRecordingProblem,
  toRecordingDetails,
  type RecordingDraft,
} from "../lib/recording-draft";
import { RecordingForm } from "./recording-form";

interface RecordingDialogProps {
  files: readonly File[];
  /** Back to the choice of a file. */
  onBack: () => void;
  onClose: () => void;
}

export function RecordingDialog({ files, onBack, onClose }: RecordingDialogProps) {
  const { t } = useTranslation(["interviews", "common"]);
  const limits = useQuery(recordingImportsQuery).data;
  const { draft, isUploading, error, addSecond, discard } = useRecordingDraft(files);
  const start = useStartRecordingImport();
  const [choices, setChoices] = useState<RecordingDraft>(() => ({
    interviewerVoice: 0,
    candidateName: "",
    position: "",
    heldAt: files[0] ? guessHeldAt(files[0], new Date()) : "",
    language: currentLanguage(),
    hasConsent: false,
    keepsRecording: false,
  }));
  const isReady = draft !== null && draft.problem === null && !isUploading;
  const problem = findRecordingProblem(choices, new Date());
  const leave = (go: () => void) => {
    discard();
    go();
  };
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && leave(onClose)}
      title={t("recording.title")}
      description={t("recording.text")}
      width="lg"
      align="top"
      dismissible={!start.isPending && !isUploading}
      footer={
        <>
          <Button disabled={start.isPending || isUploading} onClick={() => leave(onBack)}>
            {t("import.other")}
          </Button>
          <Button disabled={start.isPending} onClick={() => leave(onClose)}>
            {t("common:cancel")}
          </Button>
          <Button
            variant="primary"
            busy={start.isPending}
            disabled={!isReady || problem !== null}
            onClick={() => {
              if (draft === null) return;
              start.mutate(
                { id: draft._id, details: toRecordingDetails(choices) },
                { onSuccess: onClose },
              );
            }}
          >
            {t("recording.submit")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {isUploading && (
          <p role="status" className="flex items-center gap-2">
            <Spinner />
            {t("recording.uploading")}
          </p>
        )}
        {limits && !isReady && (
          <p className="text-sm text-muted">
            {t("recording.limits", {
              size: formatBytes(limits.maxFileBytes),
              minutes: limits.maxMinutes,
            })}
          </p>
        )}
        {error && <FormError>{errorText(error, t("recording.uploadFailed"))}</FormError>}
        {draft?.problem && !isUploading && (
          <>
            <p role="alert">{t(`recording.problems.${draft.problem}`)}</p>
            <FileDropZone
              label={t("recording.second")}
              accept={AUDIO_ACCEPT}
              onFiles={(more) => addSecond(more)}
            >
              <AudioLines size={20} aria-hidden />
              <span className="mt-2 font-medium">{t("recording.second")}</span>
              <span className="text-sm text-muted">{t("recording.secondText")}</span>
            </FileDropZone>
          </>
        )}
        {isReady && (
          <RecordingForm
            draft={draft}
            choices={choices}
            canKeep={limits?.canKeepRecording ?? false}
            onChange={(part) => {
              start.reset();
              setChoices({ ...choices, ...part });
            }}
          >
            {problem && (
              <p className="text-sm text-muted">
                {problem === "consent"
                  ? t("recording.consentMissing")
                  : t(`import.problems.${problem}`)}
              </p>
            )}
            {start.error && <FormError>{errorText(start.error, t("recording.failed"))}</FormError>}
          </RecordingForm>
        )}
      </div>
    </Dialog>
  );
}
