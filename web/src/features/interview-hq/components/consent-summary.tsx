/** Who agreed to the interview, when, and to which text. */
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import type { Interview } from "@/api/types";
import { formatDateTime, formatDay } from "@/lib/format";

import { consentsQuery } from "../api/consents";

export function ConsentSummary({ interview }: { interview: Interview }) {
  const { t } = useTranslation("hq");
  const { consentGiven } = interview;
  const { data } = useQuery(consentsQuery(interview._id, consentGiven));
  const consent = data?.find((one) => one.isCurrent);
  if (!consentGiven) {
    const isOver = interview.status === "completed" || interview.status === "cancelled";
    return (
      <span className="text-muted">
        {t(isOver ? "details.neverConsented" : "details.noConsent")}
      </span>
    );
  }
  if (consent === undefined) return <span>{t("details.consentGiven")}</span>;
  const { candidateName, givenAt, textVersion, language, isRecorded } = consent;
  return (
    <>
      <span>{t("details.consentBy", { name: candidateName, time: formatDateTime(givenAt) })}</span>
      <span className="block text-sm text-muted">
        {t(isRecorded ? "details.consentRecorded" : "details.consentNotRecorded")}{" "}
        {t("details.consentText", { version: readVersion(textVersion) })}
        {language !== null && ` (${t(`details.consentLanguages.${readLanguage(language)}`)})`}
      </span>
    </>
  );
}

/** Texts are named for the day on which they changed. */
function readVersion(version: string): string {
  return /^\d{4}-\d{2}-\d{2}$/u.test(version) ? formatDay(version) : version;
}

function readLanguage(language: string): "en" | "de" | "fr" {
  return language === "de" || language === "fr" ? language : "en";
}
