/** Text of a document; highlighted places scroll into view. */
import { use, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";

import { ShownEvidenceContext } from "@/components/evidence-context";
import { cn } from "@/lib/cn";
import { cutByMarks, type Mark } from "@/lib/evidence";

import type { DocumentDetail } from "../api/types";

export function DocumentText({
  document,
  className,
}: {
  document: DocumentDetail;
  className?: string;
}) {
  const { t } = useTranslation("documents");
  const { spans, opened } = use(ShownEvidenceContext);
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const found = frame.current?.querySelector("[data-shown]");
    if (!frame.current || !found) return;
    // Only this frame may scroll; scrollIntoView would also scroll the page.
    const middle = frame.current.clientHeight / 3;
    const distance = found.getBoundingClientRect().top - frame.current.getBoundingClientRect().top;
    frame.current.scrollTop += distance - middle;
  }, [spans, opened]);
  const marks: Mark[] = [
    ...document.flags.map(({ start, end }) => ({ start, end, kind: "flag" as const })),
    ...spans.map((span) => ({ ...span, kind: "shown" as const })),
  ];
  return (
    <div
      ref={frame}
      role="region"
      aria-label={t("viewer.rawText")}
      // Focusable, so that a long text can be scrolled by keyboard.
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className={cn(
        "overflow-auto p-4 text-base leading-6 break-words whitespace-pre-wrap",
        className,
      )}
    >
      {document.rawText === "" ? (
        <p className="text-muted">{t("viewer.noText")}</p>
      ) : (
        cutByMarks(document.rawText, marks).map((piece, index) =>
          piece.kinds.length === 0 ? (
            piece.text
          ) : (
            <mark
              key={index}
              data-shown={piece.kinds.includes("shown") || undefined}
              className={cn(
                "rounded-xs px-px text-ink",
                piece.kinds.includes("shown")
                  ? "bg-accent-soft outline outline-1 outline-accent"
                  : "bg-warning-soft text-warning-ink underline decoration-warning decoration-dotted",
              )}
            >
              {piece.text}
            </mark>
          ),
        )
      )}
    </div>
  );
}
