/** What the interview shows for each requirement of the job. */
import { useTranslation } from "react-i18next";

import { Badge, type BadgeTone } from "@/components/ui/badge";
import { TitledSection } from "@/components/ui/titled-section";

import type { Requirement } from "../api/types";
import { withoutListMark } from "../lib/cv-line";
import { SegmentLink } from "./segment-link";

const STATUS_TONES: Record<Requirement["status"], BadgeTone> = {
  shown: "success",
  concern: "danger",
  denied: "danger",
  discussed: "info",
  unclear: "neutral",
  in_cv: "neutral",
  not_discussed: "neutral",
};

export function RequirementsSection({ requirements }: { requirements: readonly Requirement[] }) {
  const { t } = useTranslation("report");
  if (requirements.length === 0) return null;
  return (
    <TitledSection heading={t("requirements.title")}>
      <ul className="flex flex-col divide-y divide-line">
        {requirements.map((item) => (
          <li key={item.requirement} className="py-3 first:pt-0 last:pb-0 print:break-inside-avoid">
            <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
              <p className="max-w-prose min-w-0 flex-1 basis-60 font-medium">{item.requirement}</p>
              <Badge tone={STATUS_TONES[item.status]} className="mt-0.5 shrink-0">
                {t(`requirements.statuses.${item.status}`)}
              </Badge>
            </div>
            {item.status !== "shown" && item.cvLine && (
              <p className="mt-1 max-w-prose text-sm text-muted">
                {t("requirements.inCv", { line: withoutListMark(item.cvLine) })}
              </p>
            )}
            {item.evidence.map((evidence) => (
              <p
                key={evidence.segmentId + evidence.quote}
                className="mt-1.5 max-w-prose text-muted"
              >
                {t("quote", { text: evidence.quote })}{" "}
                <SegmentLink
                  segmentId={evidence.segmentId}
                  quote={evidence.quote}
                  startSeconds={evidence.startSeconds}
                />
              </p>
            ))}
          </li>
        ))}
      </ul>
    </TitledSection>
  );
}
