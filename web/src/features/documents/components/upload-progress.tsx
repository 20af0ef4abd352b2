import { CircleCheck } from "lucide-react";

import { OperationProgress } from "@/components/ui/operation-progress";
import { Progress } from "@/components/ui/progress";
import { stageWords } from "@/lib/stage-words";

import type { DocumentUploads } from "../hooks/use-document-uploads";
import { shownProgress } from "../lib/upload-step";

const UPLOADING = "Uploading and processing...";

/** What is being read now, and for a moment what was read. */
export function UploadProgress({ uploads }: { uploads: DocumentUploads }) {
  const { current, finished, progress } = uploads;
  if (current === null && finished === null) return null;
  const shown = progress && shownProgress(progress, stageWords(progress.stage));
  return (
    <div className="rounded-lg border border-line bg-sunken p-3">
      {current ? (
        <>
          <p className="mb-1 truncate text-sm text-muted">
            {current.name}
            {current.count > 1 && ` (${current.number} of ${current.count})`}
          </p>
          <OperationProgress
            progress={shown}
            waitingText={UPLOADING}
            stages={shown ? { [shown.stage]: shown.stage } : {}}
            onCancel={uploads.cancel}
          />
        </>
      ) : (
        <>
          <p className="mb-2 flex items-center gap-2 text-success-ink">
            <CircleCheck size={16} aria-hidden /> {finished} has been read
          </p>
          <Progress share={1} label="Done" />
        </>
      )}
    </div>
  );
}
