/** Sentences of findings in the language of the interface. */
import { useTranslation } from "react-i18next";

import type { Finding } from "../../api/types";

export function useFindingText(): (finding: Finding) => string {
  const { t } = useTranslation(["setup", "admin"]);
  const label = (key: string) => t(`admin:settings.items.${key as "public_url"}.label`);
  return (finding) =>
    t(`findings.${finding.code}`, {
      detail:
        finding.code === "stripe_incomplete"
          ? finding.detail.split(", ").map(label).join(", ")
          : finding.detail,
    });
}
