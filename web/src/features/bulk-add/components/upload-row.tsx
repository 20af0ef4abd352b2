/** One file of an import, as a table row or card. */
import { RotateCcw, TriangleAlert, X } from "lucide-react";
import { memo } from "react";
import { useTranslation } from "react-i18next";

import { Badge, type BadgeTone } from "@/components/ui/badge";
import { IconButton } from "@/components/ui/icon-button";
import { Progress } from "@/components/ui/progress";
import { Cell, Row } from "@/components/ui/table";
import { useMaxDocumentBytes } from "@/hooks/use-max-document-bytes";
import { cn } from "@/lib/cn";

import type { DocumentFlag } from "../api/types";
import { problemText } from "../lib/upload-problem";
import { isRunning, getPercent, type Upload, type UploadStatus } from "../lib/uploads";

interface UploadRowProps {
  upload: Upload;
  /** Name of an identical file; '' if it is not in this list, null if there is none. */
  sameAs: string | null;
  onRetry: (ids: readonly string[]) => void;
  onRemove: (id: string) => void;
}

/** One file as a row. Memoized: lists of two hundred redraw only what changed. */
export const UploadRow = memo(function UploadRow(props: UploadRowProps) {
  const { upload } = props;
  return (
    <Row>
      <Cell className="h-11 py-1.5">
        <span className="block truncate font-medium" title={upload.fileName}>
          {upload.fileName}
        </span>
        <Remarks {...props} />
      </Cell>
      <Cell className="h-11 py-1.5">
        <StatusBadge status={upload.status} />
      </Cell>
      <Cell className="h-11 py-1.5">
        <DetectedType upload={upload} />
      </Cell>
      <Cell className="h-11 py-1.5">
        <UploadProgress upload={upload} />
      </Cell>
      <Cell className="h-11 py-1.5 pl-0">
        <Actions {...props} />
      </Cell>
    </Row>
  );
});

/** One file as a card, for narrow screens. */
export const UploadCard = memo(function UploadCard(props: UploadRowProps) {
  const { upload } = props;
  return (
    <li className="flex flex-col gap-2 p-3">
      <div className="flex items-start justify-between gap-2">
        <div className="min-w-0">
          <p className="font-medium break-words">{upload.fileName}</p>
          <p className="mt-1 flex flex-wrap items-center gap-2 text-sm text-muted">
            <StatusBadge status={upload.status} />
            <DetectedType upload={upload} />
          </p>
        </div>
        <Actions {...props} />
      </div>
      <Remarks {...props} />
      <UploadProgress upload={upload} />
    </li>
  );
});

const TONES: Record<UploadStatus, BadgeTone> = {
  pending: "neutral",
  starting: "info",
  uploading: "info",
  processing: "info",
  completed: "success",
  failed: "danger",
};

function StatusBadge({ status }: { status: UploadStatus }) {
  const { t } = useTranslation("bulk");
  return (
    <Badge tone={TONES[status]} dot={TONES[status] === "info"}>
      {t(`status.${status}`)}
    </Badge>
  );
}

/** Detected type of the document; until it is known, the processing stage. */
function DetectedType({ upload }: { upload: Upload }) {
  const { t } = useTranslation("bulk");
  const { status, stage, queuePosition } = upload;
  if (status === "processing" && stage !== null) {
    return (
      <span className="block truncate text-sm text-muted">
        {stage === "queued" && queuePosition > 0
          ? t("files.ahead", { count: queuePosition })
          : t(`stages.${stage}`)}
      </span>
    );
  }
  const type = upload.type ?? (status === "completed" ? "unsupported" : null);
  if (type === null) return <span className="text-faint">–</span>;
  return (
    <span className={cn(type === "unsupported" && "text-warning-ink")}>{t(`types.${type}`)}</span>
  );
}

/** Error, duplicate and warnings of a file. */
function Remarks({ upload, sameAs }: Pick<UploadRowProps, "upload" | "sameAs">) {
  const { t } = useTranslation("bulk");
  const maxBytes = useMaxDocumentBytes();
  const isUnsupported =
    upload.status === "completed" && (upload.type === null || upload.type === "unsupported");
  return (
    <>
      {upload.problem && (
        <span className="block text-sm text-danger-ink">
          {problemText(t, upload.problem, maxBytes)}
        </span>
      )}
      {isUnsupported && (
        <span className="block text-sm text-warning-ink">{t("files.unsupported")}</span>
      )}
      {sameAs !== null && (
        <span className="block text-sm text-muted">
          {sameAs === "" ? t("files.sameAsEarlier") : t("files.sameAs", { name: sameAs })}
        </span>
      )}
      <Flags flags={upload.flags} />
    </>
  );
}

const FLAG_KINDS = ["hidden_text", "instructions", "second_cv"] as const;

/** Warnings about hidden text, instructions and a second CV, with excerpts. */
export function Flags({ flags }: { flags: readonly DocumentFlag[] }) {
  const { t } = useTranslation("bulk");
  return FLAG_KINDS.map((kind) => {
    const [first] = flags.filter((flag) => flag.kind === kind);
    if (first === undefined) return null;
    return (
      <span key={kind} className="flex items-start gap-1.5 text-sm text-warning-ink">
        <TriangleAlert size={14} className="mt-0.75 shrink-0" aria-hidden />
        <span className="line-clamp-2 break-words">
          {t(`flags.${kind}`, { excerpt: first.excerpt })}
        </span>
      </span>
    );
  });
}

/** Progress bar with percentage. */
function UploadProgress({ upload }: { upload: Upload }) {
  const { t } = useTranslation("bulk");
  const percent = getPercent(upload);
  return (
    <div className="flex items-center gap-3">
      <Progress
        share={percent / 100}
        label={t("files.progressOf", { name: upload.fileName })}
        className={cn("grow", upload.status === "failed" && "[&>div]:bg-danger")}
      />
      <span className="w-10 text-right font-mono text-sm text-muted tabular-nums">{percent}%</span>
    </div>
  );
}

/** Buttons: retry a failed file, stop a running one, remove any other. */
function Actions({ upload, onRetry, onRemove }: Omit<UploadRowProps, "sameAs">) {
  const { t } = useTranslation("bulk");
  const { id, status, fileName: name } = upload;
  const removal = isRunning(upload) || status === "pending" ? "cancel" : "remove";
  const button = { size: "sm", tooltip: false } as const;
  return (
    <div className="flex min-h-7 justify-end gap-1">
      {status === "failed" && upload.canRetry && (
        <IconButton
          {...button}
          icon={RotateCcw}
          label={t("actions.retry", { name })}
          title={t("actions.retry", { name })}
          onClick={() => onRetry([id])}
        />
      )}
      <IconButton
        {...button}
        icon={X}
        label={t(`actions.${removal}`, { name })}
        title={t(`actions.${removal}`, { name })}
        onClick={() => onRemove(id)}
      />
    </div>
  );
}
