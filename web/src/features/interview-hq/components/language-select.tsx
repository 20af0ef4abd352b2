/** Spoken language of an interview. */
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { isStartable } from "@/api/room-access";
import { speechLanguagesQuery } from "@/api/speech-languages";
import type { Interview } from "@/api/types";
import { Select } from "@/components/ui/select";
import { currentLanguage } from "@/lib/i18n";
import { languageName } from "@/lib/language-name";

import { useUpdateInterview } from "../api/interview";

/** A select until the interview begins: words already transcribed stay as they are. */
export function LanguageSelect({ interview }: { interview: Interview }) {
  const { t } = useTranslation("hq");
  const update = useUpdateInterview(interview._id);
  const known = useQuery(speechLanguagesQuery).data ?? [];
  const shown = (update.isPending ? update.variables.language : undefined) ?? interview.language;
  const locale = currentLanguage();
  if (!isStartable(interview.status)) {
    return <p>{languageName(shown, locale)}</p>;
  }
  const options = [...new Set([...known, shown])]
    .map((value) => ({ value, label: languageName(value, locale) }))
    .sort((one, other) => one.label.localeCompare(other.label, locale));
  return (
    <>
      <Select
        aria-label={t("details.language")}
        value={shown}
        onChange={(language) => update.mutate({ language })}
        options={options}
        disabled={update.isPending}
      />
      {update.isError && (
        <p role="alert" className="mt-1 text-sm text-danger-ink">
          {t("details.languageFailed")}
        </p>
      )}
    </>
  );
}
