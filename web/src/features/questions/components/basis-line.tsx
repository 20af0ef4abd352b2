import { BriefcaseBusiness, FileText } from "lucide-react";
import { useTranslation } from "react-i18next";

import type { BasedOn } from "../api/types";

const ICONS = { cv: FileText, job: BriefcaseBusiness };

/** The line of the CV or job description that a question rests on. */
export function BasisLine({ basedOn }: { basedOn: BasedOn }) {
  const { t } = useTranslation("questions");
  const Icon = ICONS[basedOn.source];
  return (
    <p className="mt-2 flex items-start gap-2 border-l-2 border-accent/40 pl-2.5 text-sm text-muted">
      <Icon size={14} className="mt-0.75 shrink-0" aria-hidden />
      <span className="min-w-0 break-words">
        <span className="font-medium">{t(`row.basis.${basedOn.source}`)}</span>{" "}
        {t("row.quoted", { text: basedOn.text })}
      </span>
    </p>
  );
}
