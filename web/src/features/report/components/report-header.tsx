/** Header of a report: candidate, position, date, model and actions. */
import type { TFunction } from "i18next";
import { Printer } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { getCandidateName } from "@/api/candidate-name";
import { IconButton } from "@/components/ui/icon-button";
import { formatDate } from "@/lib/format";
import { joinFacts } from "@/lib/join-facts";

interface ReportHeaderProps {
  candidateName: string;
  position: string;
  createdAt: string;
  modelName: string | null;
  /** Actions before printing, which everyone may do. */
  children?: ReactNode;
}

export function ReportHeader(props: ReportHeaderProps) {
  const { t } = useTranslation("report");
  const written = [
    formatDate(props.createdAt),
    props.modelName && t("header.writtenWith", { model: props.modelName }),
  ];
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <p className="text-sm text-muted">{t("header.kind")}</p>
        <h2 className="mt-0.5 text-xl font-semibold tracking-tight break-words">
          {displayName(t, props.candidateName)}
        </h2>
        <p className="mt-0.5 text-md">{props.position || t("header.notSpecified")}</p>
        <p className="mt-1 text-sm text-muted">{joinFacts(written)}</p>
      </div>
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        {props.children}
        <IconButton icon={Printer} label={t("header.print")} onClick={() => window.print()} />
      </div>
    </header>
  );
}

function displayName(t: TFunction<"report">, stored: string): string {
  return getCandidateName(stored) ?? t(stored === "" ? "header.unknown" : "header.unnamed");
}
