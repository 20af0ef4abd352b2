/** Language of the report of an interview. */
import { useTranslation } from "react-i18next";

import type { Interview } from "@/api/types";
import { Select } from "@/components/ui/select";
import { currentLanguage, LANGUAGES } from "@/lib/i18n";
import { languageName } from "@/lib/language-name";

import { useUpdateInterview } from "../api/interview";

/** Radix has no option without a value. */
const AUTOMATIC = "auto";

export function ReportLanguageSelect({ interview }: { interview: Interview }) {
  const { t } = useTranslation("hq");
  const update = useUpdateInterview(interview._id);
  const stored = update.isPending ? update.variables.reportLanguage : interview.reportLanguage;
  const locale = currentLanguage();
  const options = [
    { value: AUTOMATIC, label: t("details.reportLanguageAutomatic") },
    ...LANGUAGES.map((value) => ({ value, label: languageName(value, locale) })),
  ] as const;
  return (
    <>
      <Select
        aria-label={t("details.reportLanguage")}
        value={stored ?? AUTOMATIC}
        onChange={(value) => update.mutate({ reportLanguage: value === AUTOMATIC ? null : value })}
        options={options}
        disabled={update.isPending}
      />
      {update.isError && (
        <p role="alert" className="mt-1 text-sm text-danger-ink">
          {t("details.languageFailed")}
        </p>
      )}
      <p className="mt-1 text-xs text-muted">{t("details.reportLanguageHint")}</p>
    </>
  );
}
