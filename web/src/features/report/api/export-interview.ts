/** Downloads a file of an interview: report, transcript or everything. */
import { downloadFile, type ServerFile } from "@/api/download";
import type { Schemas } from "@/api/types";
import { SLOW_CALL_TIMEOUT_MS } from "@/config/constants";
import { currentLanguage } from "@/lib/i18n";

export type ExportKind = Schemas["ExportKind"];

/** The file, with its headings in the language of the page. */
export function exportInterview(interviewId: string, file: ExportKind): Promise<ServerFile> {
  return downloadFile("/api/interviews/{interview_id}/export", {
    params: { interview_id: interviewId },
    query: { file, language: currentLanguage() },
    timeoutMs: SLOW_CALL_TIMEOUT_MS,
  });
}
