/** Import of an interview held elsewhere: choose a transcript, say who is who, import. */
import { FileText } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";

import { errorText } from "@/api/errors";
import { FileDropZone } from "@/components/file-drop-zone";
import { FormError } from "@/components/form-error";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Spinner } from "@/components/ui/spinner";
import { paths } from "@/config/paths";

import {
  useImportInterview,
  usePreviewTranscript,
  type TranscriptPreview,
} from "../api/import-interview";
import { findProblem, startDraft, toDetails, type ImportDraft } from "../lib/import-draft";
import { AUDIO_ACCEPT, isRecording } from "../lib/recording-draft";
import { FactsFields } from "./facts-fields";
import { RecordingDialog } from "./recording-dialog";
import { SpeakerRoles } from "./speaker-roles";

const ACCEPT = `.txt,.vtt,.srt,.docx,.json,${AUDIO_ACCEPT}`;

interface Chosen {
  file: File;
  preview: TranscriptPreview;
  draft: ImportDraft;
}

export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(["interviews", "common"]);
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [recordings, setRecordings] = useState<File[] | null>(null);
  const preview = usePreviewTranscript();
  const store = useImportInterview();
  const choose = (files: File[]) => {
    const [file] = files;
    if (!file) return;
    if (files.some(isRecording)) {
      setRecordings(files.filter(isRecording));
      return;
    }
    preview.mutate(file, {
      onSuccess: (data) =>
        setChosen({
          file,
          preview: data,
          draft: startDraft(data, file, crypto.randomUUID(), new Date()),
        }),
    });
  };
  const problem = chosen && findProblem(chosen.draft, new Date());
  const submit = () => {
    if (chosen === null) return;
    store.mutate(
      { transcript: chosen.file, details: toDetails(chosen.draft) },
      { onSuccess: ({ _id }) => void navigate(paths.interviewHq.to(_id)) },
    );
  };
  if (recordings) {
    return (
      <RecordingDialog files={recordings} onBack={() => setRecordings(null)} onClose={onClose} />
    );
  }
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t("import.title")}
      description={t("import.text")}
      width="lg"
      align="top"
      dismissible={!store.isPending}
      footer={
        <>
          {chosen && (
            <Button disabled={store.isPending} onClick={() => setChosen(null)}>
              {t("import.other")}
            </Button>
          )}
          <Button disabled={store.isPending} onClick={onClose}>
            {t("common:cancel")}
          </Button>
          <Button
            variant="primary"
            busy={store.isPending}
            disabled={chosen === null || problem !== null}
            onClick={submit}
          >
            {t(store.isPending ? "import.running" : "import.submit")}
          </Button>
        </>
      }
    >
      {chosen === null ? (
        <div className="flex flex-col gap-4">
          <FileDropZone
            label={t("import.file")}
            accept={ACCEPT}
            onFiles={choose}
            disabled={preview.isPending}
          >
            {preview.isPending ? <Spinner /> : <FileText size={20} aria-hidden />}
            <span className="mt-2 font-medium">
              {t(preview.isPending ? "import.reading" : "import.choose")}
            </span>
            <span className="text-sm text-muted">{t("import.formats")}</span>
            <span className="text-sm text-muted">{t("import.audioFormats")}</span>
          </FileDropZone>
          {preview.error && (
            <FormError>{errorText(preview.error, t("import.previewFailed"))}</FormError>
          )}
        </div>
      ) : (
        <ImportForm
          chosen={chosen}
          onChange={(part) => {
            store.reset();
            setChosen({ ...chosen, draft: { ...chosen.draft, ...part } });
          }}
        >
          {problem && <p className="text-sm text-muted">{t(`import.problems.${problem}`)}</p>}
          {store.error && <FormError>{errorText(store.error, t("import.failed"))}</FormError>}
        </ImportForm>
      )}
    </Dialog>
  );
}

interface ImportFormProps {
  chosen: Chosen;
  onChange: (part: Partial<ImportDraft>) => void;
  children: React.ReactNode;
}

function ImportForm({ chosen, onChange, children }: ImportFormProps) {
  const { t } = useTranslation("interviews");
  const { draft, preview, file } = chosen;
  return (
    <div className="flex flex-col gap-5">
      <p className="text-sm break-words text-muted">
        {t("import.summary", {
          name: file.name,
          count: preview.lineCount,
          minutes: Math.max(1, Math.round(preview.durationSeconds / 60)),
        })}
      </p>
      <SpeakerRoles
        preview={preview}
        roles={draft.roles}
        onChange={(roles) => onChange({ roles })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <FactsFields facts={draft} onChange={onChange} />
      </div>
      {children}
    </div>
  );
}
