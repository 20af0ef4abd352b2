/** Progress of the current upload, and briefly the finished one. */
import { CircleCheck } from "lucide-react";
import { useTranslation } from "react-i18next";

import { OperationProgress } from "@/components/ui/operation-progress";
import { Progress } from "@/components/ui/progress";

import type { DocumentUploads } from "../hooks/use-document-uploads";
import { shownProgress } from "../lib/upload-step";

export function UploadProgress({ uploads }: { uploads: DocumentUploads }) {
  const { t } = useTranslation("documents");
  const { current, finished, progress } = uploads;
  if (current === null && finished === null) return null;
  const shown = progress && { progress, ...shownProgress(t, progress) };
  return (
    <div className="rounded-lg border border-line bg-sunken p-3">
      {current ? (
        <>
          <p className="mb-1 truncate text-sm text-muted">
            {current.count > 1
              ? t("progress.place", {
                  name: current.name,
                  number: current.number,
                  total: current.count,
                })
              : current.name}
          </p>
          <OperationProgress
            progress={shown && { ...shown.progress, share: shown.share }}
            waitingText={t("progress.steps.uploading")}
            {...(shown && { words: shown.words })}
            onCancel={uploads.cancel}
          />
        </>
      ) : (
        <>
          <p className="mb-2 flex items-center gap-2 text-success-ink">
            <CircleCheck size={16} aria-hidden /> {t("progress.read", { name: finished })}
          </p>
          <Progress share={1} label={t("progress.done")} />
        </>
      )}
    </div>
  );
}
