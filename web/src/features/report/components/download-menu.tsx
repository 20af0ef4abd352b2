/** Menus with the files of an interview: report, transcript, everything. */
import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useTranslation } from "react-i18next";

import { errorText } from "@/api/errors";
import { Button } from "@/components/ui/button";
import { DropdownMenu, MenuItem, MenuSeparator } from "@/components/ui/dropdown-menu";
import { useToast } from "@/components/ui/toast-context";
import { saveFile } from "@/lib/save-file";

import { type ExportKind, exportInterview } from "../api/export-interview";

const REPORT_FILES = [
  ["report.pdf", "reportPdf"],
  ["report.docx", "reportDocx"],
] as const satisfies readonly (readonly [ExportKind, string])[];
const TRANSCRIPT_FILES = [
  ["transcript.txt", "transcriptTxt"],
  ["transcript.vtt", "transcriptVtt"],
  ["transcript.docx", "transcriptDocx"],
] as const satisfies readonly (readonly [ExportKind, string])[];

function useDownload(interviewId: string) {
  const { t } = useTranslation("report");
  const toast = useToast();
  return useMutation({
    mutationFn: (file: ExportKind) => exportInterview(interviewId, file),
    onSuccess: ({ content, name }, file) => saveFile(content, name ?? file),
    onError: (error) => toast.show(errorText(error, t("export.failed")), "error"),
  });
}

interface DownloadMenuProps {
  interviewId: string;
  hasTranscript: boolean;
  /** Only the owner may download everything. */
  isOwner: boolean;
}

export function DownloadMenu({ interviewId, hasTranscript, isOwner }: DownloadMenuProps) {
  const { t } = useTranslation("report");
  const download = useDownload(interviewId);
  return (
    <DropdownMenu
      trigger={
        <Button icon={Download} busy={download.isPending}>
          {t("header.download")}
        </Button>
      }
    >
      {REPORT_FILES.map(([file, text]) => (
        <MenuItem key={file} onSelect={() => download.mutate(file)}>
          {t(`export.${text}`)}
        </MenuItem>
      ))}
      <MenuSeparator />
      {TRANSCRIPT_FILES.map(([file, text]) => (
        <MenuItem key={file} disabled={!hasTranscript} onSelect={() => download.mutate(file)}>
          {t(`export.${text}`)}
        </MenuItem>
      ))}
      {isOwner && (
        <>
          <MenuSeparator />
          <MenuItem onSelect={() => download.mutate("interview.json")}>
            {t("export.interviewJson")}
          </MenuItem>
        </>
      )}
    </DropdownMenu>
  );
}

/** The transcript alone, for an interview without a report to show. */
export function TranscriptDownload({ interviewId }: { interviewId: string }) {
  const { t } = useTranslation("report");
  const download = useDownload(interviewId);
  return (
    <DropdownMenu
      trigger={
        <Button size="sm" variant="ghost" icon={Download} busy={download.isPending}>
          {t("header.download")}
        </Button>
      }
    >
      {TRANSCRIPT_FILES.map(([file, text]) => (
        <MenuItem key={file} onSelect={() => download.mutate(file)}>
          {t(`export.${text}`)}
        </MenuItem>
      ))}
    </DropdownMenu>
  );
}
