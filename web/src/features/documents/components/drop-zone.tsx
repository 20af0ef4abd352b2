/** Drop zone for the documents of an interview or a record. */
import { Upload } from "lucide-react";
import { Trans, useTranslation } from "react-i18next";

import { FileDropZone } from "@/components/file-drop-zone";
import { useMaxDocumentBytes } from "@/hooks/use-max-document-bytes";
import { ACCEPTED_DOCUMENTS, formatMegabytes } from "@/lib/document-files";

import type { DocumentsOwner } from "../api/documents-query";

interface DropZoneProps {
  kind: DocumentsOwner["kind"];
  onFiles: (files: File[]) => void;
  disabled: boolean;
}

export function DropZone({ kind, onFiles, disabled }: DropZoneProps) {
  const { t } = useTranslation("documents");
  const maxBytes = useMaxDocumentBytes();
  return (
    <FileDropZone
      label={t("drop.label")}
      accept={ACCEPTED_DOCUMENTS}
      onFiles={onFiles}
      disabled={disabled}
    >
      <Upload size={20} strokeWidth={1.75} className="mb-2 text-accent-ink" aria-hidden />
      {kind !== "interviews" && <span className="font-medium">{t("add.title")}</span>}
      <span className={kind === "interviews" ? "font-medium" : "mt-0.5 text-sm"}>
        <Trans
          t={t}
          i18nKey="drop.text"
          components={{ browse: <span className="text-accent-ink underline" /> }}
        />
      </span>
      <span className="mt-0.5 max-w-prose text-sm text-muted">
        {kind === "interviews" ? t("drop.kinds") : t(`add.${kind}`)}
      </span>
      <span className="mt-1 text-xs text-faint">
        {t("drop.formats", { megabytes: formatMegabytes(maxBytes) })}
      </span>
    </FileDropZone>
  );
}
