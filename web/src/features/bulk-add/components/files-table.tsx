/** Table of the files of an import, or cards on narrow screens. */
import { RotateCcw } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";
import { HeadCell, Table } from "@/components/ui/table";
import { useMediaQuery } from "@/hooks/use-media-query";

import type { Upload } from "../lib/uploads";
import { UploadCard, UploadRow } from "./upload-row";

interface FilesTableProps {
  uploads: readonly Upload[];
  failed: number;
  retryable: number;
  onRetry: (ids: readonly string[]) => void;
  onRemove: (id: string) => void;
}

export function FilesTable({ uploads, failed, retryable, onRetry, onRemove }: FilesTableProps) {
  const { t } = useTranslation("bulk");
  const isNarrow = useMediaQuery("(max-width: 767px)");
  const [wantsFailed, setWantsFailed] = useState(false);
  // Without failed files there is nothing to filter.
  const isFiltered = wantsFailed && failed > 0;
  const shown = isFiltered ? uploads.filter(({ status }) => status === "failed") : uploads;
  const getName = new Map(uploads.map(({ documentId, fileName }) => [documentId, fileName]));
  const row = (upload: Upload) => ({
    upload,
    sameAs: upload.sameAsId === null ? null : (getName.get(upload.sameAsId) ?? ""),
    onRetry,
    onRemove,
  });
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="mr-auto text-md font-semibold">{t("files.title")}</h2>
        {failed > 0 && (
          <Button
            size="sm"
            variant="ghost"
            aria-pressed={isFiltered}
            className="aria-pressed:bg-hover"
            onClick={() => setWantsFailed(!isFiltered)}
          >
            {t("files.onlyFailed", { count: failed })}
          </Button>
        )}
        {retryable > 0 && (
          <Button size="sm" icon={RotateCcw} onClick={() => onRetry(uploads.map(({ id }) => id))}>
            {t("files.retryFailed")}
          </Button>
        )}
      </div>
      {isNarrow ? (
        <ul
          aria-label={t("files.title")}
          className="divide-y divide-line rounded-lg border border-line bg-surface"
        >
          {shown.map((upload) => (
            <UploadCard key={upload.id} {...row(upload)} />
          ))}
        </ul>
      ) : (
        <Table aria-label={t("files.title")} className="table-fixed">
          <thead>
            <tr>
              <HeadCell>{t("files.name")}</HeadCell>
              <HeadCell className="w-34">{t("files.status")}</HeadCell>
              <HeadCell className="w-52">{t("files.type")}</HeadCell>
              <HeadCell className="w-48">{t("files.progress")}</HeadCell>
              <HeadCell className="w-22">
                <span className="sr-only">{t("files.actions")}</span>
              </HeadCell>
            </tr>
          </thead>
          <tbody>
            {shown.map((upload) => (
              <UploadRow key={upload.id} {...row(upload)} />
            ))}
          </tbody>
        </Table>
      )}
    </div>
  );
}
