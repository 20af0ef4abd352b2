/** The line of the CV, of the job description or of the recruiter that a question is based on. */
import { BriefcaseBusiness, FileText, PenLine } from "lucide-react";
import { useTranslation } from "react-i18next";

import type { BasedOn } from "../api/types";

export const BASIS_ICONS = { cv: FileText, job: BriefcaseBusiness, recruiter: PenLine };

export function BasisLine({ basedOn }: { basedOn: BasedOn }) {
  const { t } = useTranslation("questions");
  return (
    <blockquote className="border-l-2 border-accent/40 pl-2.5 break-words text-muted">
      {t("row.quoted", { text: basedOn.text })}
    </blockquote>
  );
}
