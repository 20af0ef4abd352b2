import { RotateCcw, X } from "lucide-react";
import { useTranslation } from "react-i18next";

import type { OperationProgress } from "@/api/types";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import { IconButton } from "@/components/ui/icon-button";
import { Progress } from "@/components/ui/progress";
import { cn } from "@/lib/cn";
import { formatElapsed } from "@/lib/format";

import {
  detectedType,
  isRunning,
  UPLOAD_PERCENT,
  type Upload,
  type UploadStatus,
} from "../lib/uploads";

const TONES: Record<UploadStatus, BadgeTone> = {
  pending: "neutral",
  starting: "info",
  uploading: "info",
  processing: "info",
  completed: "success",
  failed: "danger",
};

export function UploadBadge({ status }: { status: UploadStatus }) {
  const { t } = useTranslation("bulk");
  return (
    <Badge tone={TONES[status]} dot={TONES[status] === "info"}>
      {t(`status.${status}`)}
    </Badge>
  );
}

/** What the server took the document for; a dash until it has said so. */
export function DetectedType({ upload }: { upload: Upload }) {
  const { t } = useTranslation("bulk");
  const type = detectedType(upload);
  if (type === null) return <span className="text-faint">–</span>;
  return (
    <span className={cn(type === "unsupported" && "text-warning-ink")}>{t(`types.${type}`)}</span>
  );
}

interface UploadProgressProps {
  upload: Upload;
  progress: OperationProgress | null;
}

/** The documents' percentage of the step; while the server reads, how long and behind whom. */
export function UploadProgress({ upload, progress }: UploadProgressProps) {
  const { t } = useTranslation("bulk");
  const percent = UPLOAD_PERCENT[upload.status];
  const isReading = upload.status === "uploading" || upload.status === "processing";
  const ahead = isReading ? (progress?.queuePosition ?? 0) : 0;
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-center gap-3">
        <Progress
          share={percent / 100}
          label={t("files.progressOf", { name: upload.fileName })}
          className={cn(
            "grow",
            upload.status === "failed" && "[&>div]:bg-danger",
            isReading && "[&>div]:animate-pulse",
          )}
        />
        <span className="w-10 text-right font-mono text-sm text-muted tabular-nums">
          {percent}%
        </span>
      </div>
      {isReading && progress && (
        <p className="flex justify-between gap-3 text-xs text-muted">
          <span>{ahead > 0 && t("files.ahead", { count: ahead })}</span>
          <span className="pr-0 font-mono tabular-nums">
            {formatElapsed(progress.elapsedSeconds)}
          </span>
        </p>
      )}
    </div>
  );
}

interface UploadActionsProps {
  upload: Upload;
  onRetry: (upload: Upload) => void;
  onRemove: (upload: Upload) => void;
}

/** Retry what failed, take off what waits, stop what runs; what is done stays as it is. */
export function UploadActions({ upload, onRetry, onRemove }: UploadActionsProps) {
  const { t } = useTranslation("bulk");
  const { status, fileName: name } = upload;
  const removal =
    status === "failed"
      ? t("actions.remove", { name })
      : isRunning(upload)
        ? t("actions.stop", { name })
        : t("actions.cancel", { name });
  return (
    <div className="flex min-h-7 justify-end gap-1">
      {status === "failed" && upload.canRetry && (
        <IconButton
          size="sm"
          icon={RotateCcw}
          label={t("actions.retry", { name })}
          onClick={() => onRetry(upload)}
        />
      )}
      {status !== "completed" && (
        <IconButton size="sm" icon={X} label={removal} onClick={() => onRemove(upload)} />
      )}
    </div>
  );
}
