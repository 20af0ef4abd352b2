/** Skills that a job asks for, each with how the CV shows it: by name, by synonym, by meaning, or not at all. */
import { Check, Minus } from "lucide-react";
import { useTranslation } from "react-i18next";

import type { Match } from "../api/types";

export function SkillList({ skills }: { skills: Match["skills"] }) {
  const { t } = useTranslation("matching");
  if (skills.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1.5 text-sm" aria-label={t("found.label")}>
      {skills.map(({ skill, isRequired, foundBy, words }) => (
        <li key={`${skill} ${String(isRequired)}`} className="flex items-start gap-2">
          {foundBy === null ? (
            <Minus size={14} className="mt-0.75 shrink-0 text-muted" aria-hidden />
          ) : (
            <Check size={14} className="mt-0.75 shrink-0 text-accent-ink" aria-hidden />
          )}
          <span className="min-w-0 break-words">
            <span className="font-medium">{skill}</span>
            {!isRequired && <span className="text-muted"> {t("found.preferred")}</span>}
            <span className="text-muted">
              {" · "}
              {foundBy === null ? t("found.missing") : t(`found.${foundBy}`, { words })}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}
