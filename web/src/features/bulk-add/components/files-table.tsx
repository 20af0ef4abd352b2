import { useTranslation } from "react-i18next";

import type { OperationProgress } from "@/api/types";
import { Cell, HeadCell, Row, Table } from "@/components/ui/table";

import type { Upload } from "../lib/uploads";
import { DetectedType, UploadActions, UploadBadge, UploadProgress } from "./upload-parts";

export interface FilesProps {
  uploads: readonly Upload[];
  /** Of the one file that is being read. */
  progress: OperationProgress | null;
  onRetry: (upload: Upload) => void;
  onRemove: (upload: Upload) => void;
}

/** Every file with what became of it; cards where a table is too wide. */
export function Files(props: FilesProps) {
  return (
    <>
      <div className="max-md:hidden">
        <FilesTable {...props} />
      </div>
      <div className="md:hidden">
        <FileCards {...props} />
      </div>
    </>
  );
}

function FilesTable({ uploads, progress, ...actions }: FilesProps) {
  const { t } = useTranslation("bulk");
  return (
    <Table aria-label={t("files.title")}>
      <thead>
        <tr>
          <HeadCell className="w-[44%]">{t("files.name")}</HeadCell>
          <HeadCell>{t("files.status")}</HeadCell>
          <HeadCell>{t("files.type")}</HeadCell>
          <HeadCell className="w-52">{t("files.progress")}</HeadCell>
          <HeadCell>
            <span className="sr-only">{t("files.actions")}</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {uploads.map((upload) => (
          <Row key={upload.id}>
            <Cell className="max-w-0">
              <span className="block truncate font-medium" title={upload.fileName}>
                {upload.fileName}
              </span>
              {upload.error && (
                <span className="block text-sm text-danger-ink">{upload.error}</span>
              )}
            </Cell>
            <Cell>
              <UploadBadge status={upload.status} />
            </Cell>
            <Cell className="whitespace-nowrap">
              <DetectedType upload={upload} />
            </Cell>
            <Cell>
              <UploadProgress upload={upload} progress={progress} />
            </Cell>
            <Cell className="w-px">
              <UploadActions upload={upload} {...actions} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

function FileCards({ uploads, progress, ...actions }: FilesProps) {
  const { t } = useTranslation("bulk");
  return (
    <ul
      aria-label={t("files.title")}
      className="divide-y divide-line rounded-lg border border-line bg-surface"
    >
      {uploads.map((upload) => (
        <li key={upload.id} className="flex flex-col gap-2 p-3">
          <div className="flex items-start justify-between gap-2">
            <div className="min-w-0">
              <p className="font-medium break-words">{upload.fileName}</p>
              <p className="mt-1 flex flex-wrap items-center gap-2 text-sm text-muted">
                <UploadBadge status={upload.status} />
                <DetectedType upload={upload} />
              </p>
            </div>
            <UploadActions upload={upload} {...actions} />
          </div>
          {upload.error && <p className="text-sm text-danger-ink">{upload.error}</p>}
          <UploadProgress upload={upload} progress={progress} />
        </li>
      ))}
    </ul>
  );
}
