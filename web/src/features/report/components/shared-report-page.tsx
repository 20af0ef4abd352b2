/** Page of a report link: the report, read-only and without sign-in, or why it does not open. */
import { useQuery } from "@tanstack/react-query";
import { FileX2 } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";

import { isApiError } from "@/api/errors";
import { ErrorState } from "@/components/ui/error-state";
import { Spinner } from "@/components/ui/spinner";
import { Wordmark } from "@/components/ui/wordmark";
import { formatDateTime } from "@/lib/format";

import { sharedReportQuery } from "../api/shared-report";
import { ReportPage } from "./report-page";

export function SharedReportPage() {
  const { t } = useTranslation("report");
  const { reportToken = "" } = useParams();
  const shared = useQuery(sharedReportQuery(reportToken));
  const { data, error } = shared;

  if (data) {
    return (
      <Frame title={t("header.kind")}>
        <p className="mx-auto mb-7 w-full max-w-3xl rounded-lg bg-info-soft px-4 py-3 text-info-ink print:hidden">
          {t("shared.notice", { date: formatDateTime(data.expiresAt) })}
        </p>
        <ReportPage
          interview={{
            _id: null,
            candidateName: data.candidateName,
            position: data.position,
            billedMinutes: data.durationMinutes,
            billedCredits: null,
          }}
          analysis={data.analysis}
          segments={data.segments}
          fit={data.fit}
          run={null}
          underWay={null}
        />
      </Frame>
    );
  }
  if (shared.isPending) {
    return (
      <Frame title={t("header.kind")}>
        <div role="status" className="flex items-center justify-center gap-3 py-20 text-muted">
          <Spinner size={20} /> {t("shared.loading")}
        </div>
      </Frame>
    );
  }
  if (isApiError(error, "REPORT_LINK_EXPIRED")) {
    return <Closed title={t("shared.expiredTitle")} text={t("shared.expiredText")} />;
  }
  if (isApiError(error, "REPORT_LINK_REVOKED")) {
    return <Closed title={t("shared.revokedTitle")} text={t("shared.revokedText")} />;
  }
  if (isApiError(error) && error.status === 404) {
    return <Closed title={t("shared.unknownTitle")} text={t("shared.unknownText")} />;
  }
  return (
    <Frame title={t("header.kind")}>
      <ErrorState
        title={t("shared.loadFailed")}
        error={error}
        retrying={shared.isFetching}
        onRetry={() => void shared.refetch()}
      />
    </Frame>
  );
}

/** `title`: the heading of the page for screen readers, unless its content has one. */
function Frame({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <div className="min-h-dvh bg-surface">
      <header className="border-b border-line px-4 py-3 sm:px-6 print:hidden">
        <Wordmark />
      </header>
      <main className="mx-auto w-full max-w-4xl px-4 py-7 sm:px-6 print:max-w-none print:p-0">
        {title !== undefined && <h1 className="sr-only">{title}</h1>}
        {children}
      </main>
    </div>
  );
}

function Closed({ title, text }: { title: string; text: string }) {
  return (
    <Frame>
      <div className="flex flex-col items-center px-4 py-20 text-center">
        <FileX2 size={28} strokeWidth={1.5} className="mb-4 text-faint" aria-hidden />
        <h1 className="text-lg font-semibold text-balance">{title}</h1>
        <p className="mt-2 max-w-md text-md text-balance text-muted">{text}</p>
      </div>
    </Frame>
  );
}
