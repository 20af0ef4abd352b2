/** The quotes a claim is based on: one click away on screen, always shown in print. */
import { useTranslation } from "react-i18next";

import type { Evidence } from "../api/types";
import { DisclosureList } from "./disclosure-list";
import { SegmentLink } from "./segment-link";

export function Quotes({
  evidence,
  startsOpen = false,
}: {
  evidence: readonly Evidence[];
  startsOpen?: boolean;
}) {
  const { t } = useTranslation("report");
  if (evidence.length === 0) return null;
  return (
    <div className="mt-2">
      <DisclosureList
        label={t("quotes", { count: evidence.length })}
        startsOpen={startsOpen}
        className="gap-2"
      >
        {evidence.map((item) => (
          <li key={item.segmentId + item.quote} className="border-l-2 border-accent/50 pl-3">
            <blockquote className="max-w-prose">{t("quote", { text: item.quote })}</blockquote>
            <p className="mt-0.5 flex items-center gap-2 text-sm text-muted">
              {t(`speakers.${item.speaker}`)}
              <SegmentLink
                segmentId={item.segmentId}
                quote={item.quote}
                startSeconds={item.startSeconds}
              />
            </p>
          </li>
        ))}
      </DisclosureList>
    </div>
  );
}
