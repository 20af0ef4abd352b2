/** The words that matched skills are based on: one click away on screen, always shown in print. */
import { useTranslation } from "react-i18next";

import type { SkillScore } from "../api/types";
import { DisclosureList } from "./disclosure-list";
import { SegmentLink } from "./segment-link";

export function SkillEvidence({ skills }: { skills: readonly SkillScore[] }) {
  const { t } = useTranslation("report");
  if (skills.length === 0) return null;
  return (
    <div>
      <DisclosureList label={t("fit.evidence", { count: skills.length })} className="gap-3">
        {skills.map(({ skill, match, source, words, segmentId }) => (
          <li key={skill} className="border-l-2 border-accent/50 pl-3 wrap-anywhere">
            <p className="text-sm">
              <span className="font-medium">{skill}</span>
              {match && <span className="text-muted"> · {t(`fit.markHelp.${match}`)}</span>}
            </p>
            <blockquote className="max-w-prose">{t("quote", { text: words })}</blockquote>
            <p className="mt-0.5 flex items-center gap-2 text-sm text-muted">
              {source && t(`fit.sources.${source}`)}
              {segmentId && <SegmentLink segmentId={segmentId} quote={words} />}
            </p>
          </li>
        ))}
      </DisclosureList>
    </div>
  );
}
