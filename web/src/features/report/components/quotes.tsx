/** The quotes a claim is based on: one click away on screen, always shown in print. */
import { ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";

import { cn } from "@/lib/cn";

import type { Evidence } from "../api/types";
import { SegmentLink } from "./segment-link";

export function Quotes({
  evidence,
  startsOpen = false,
}: {
  evidence: readonly Evidence[];
  startsOpen?: boolean;
}) {
  const { t } = useTranslation("report");
  const id = useId();
  const [isOpen, setIsOpen] = useState(startsOpen);
  if (evidence.length === 0) return null;
  return (
    <div className="mt-2">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
        className="touch-target flex items-center gap-1 rounded-sm text-sm font-medium text-accent-ink print:hidden"
      >
        <ChevronRight
          size={14}
          aria-hidden
          className={cn("transition-transform", isOpen && "rotate-90")}
        />
        {t("quotes", { count: evidence.length })}
      </button>
      <ul id={id} className={cn("mt-2 flex flex-col gap-2 print:flex", !isOpen && "hidden")}>
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
      </ul>
    </div>
  );
}
