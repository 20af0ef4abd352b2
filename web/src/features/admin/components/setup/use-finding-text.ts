/** Sentences of findings in the language of the interface. */
import { useTranslation } from "react-i18next";

import { emailFailureText } from "@/api/email-failures";

import type { Finding } from "../../api/types";
import { problemText } from "../../lib/engine-problems";

export function useFindingText(): (finding: Finding) => string {
  const { t } = useTranslation(["setup", "admin"]);
  const { t: tAdmin } = useTranslation("admin");
  const label = (key: string) => tAdmin(`settings.items.${key as "public_url"}.label`);
  const detail = ({ code, detail, modelProblem, emailFailure }: Finding): string => {
    if (modelProblem) {
      return `${problemText(tAdmin, modelProblem)} ${modelProblem.technicalText}`.trim();
    }
    if (emailFailure) return emailFailureText(emailFailure);
    return code === "stripe_incomplete" ? detail.split(", ").map(label).join(", ") : detail;
  };
  return (finding) => t(`findings.${finding.code}`, { detail: detail(finding) });
}
