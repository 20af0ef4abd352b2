/** Required skills: with a check mark and color if found, outlined if not. */
import { Check } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

/** More skills would push the next match out of view. */
const SHOWN = 8;

interface SkillChipsProps {
  /** Required and found. */
  shared: readonly string[];
  /** Required and not found. */
  missing: readonly string[];
}

export function SkillChips({ shared, missing }: SkillChipsProps) {
  const { t } = useTranslation("matching");
  const [isWhole, setWhole] = useState(false);
  const skills = [
    ...shared.map((name) => ({ name, isShared: true })),
    ...missing.map((name) => ({ name, isShared: false })),
  ];
  if (skills.length === 0) return null;
  const shown = isWhole ? skills : skills.slice(0, SHOWN);
  const rest = skills.length - shown.length;
  return (
    <ul className="flex flex-wrap gap-1.5" aria-label={t("skills")}>
      {shown.map(({ name, isShared }) => (
        <li
          key={name}
          title={t(isShared ? "sharedSkill" : "missingSkill", { name })}
          className={
            isShared
              ? "inline-flex min-h-5.5 items-center gap-1 rounded-full bg-accent-soft px-2 text-xs font-medium text-accent-ink"
              : "inline-flex min-h-5.5 items-center rounded-full border border-dashed border-line-strong/60 px-2 text-xs text-muted"
          }
        >
          {isShared && <Check size={12} aria-hidden />}
          {name}
          <span className="sr-only">{t(isShared ? "isNamed" : "isNotNamed")}</span>
        </li>
      ))}
      {rest > 0 && (
        <li>
          <button
            type="button"
            onClick={() => setWhole(true)}
            className="touch-target inline-flex min-h-5.5 items-center rounded-full px-2 text-xs font-medium text-muted hover:bg-hover hover:text-ink"
          >
            {t("moreSkills", { count: rest })}
          </button>
        </li>
      )}
    </ul>
  );
}
