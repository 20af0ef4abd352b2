/** Notice that an interview was held elsewhere, or that lines of its transcript are made up. */
import { useTranslation } from "react-i18next";

import type { Segment } from "../api/types";

export function OriginNotice({ segments }: { segments: readonly Segment[] }) {
  const { t } = useTranslation("report");
  const notices = [
    segments.some(({ origin }) => origin === "import") && t("transcript.heldElsewhere"),
    segments.some(({ origin }) => origin === "demo") && t("transcript.hasDemoLines"),
  ].filter((notice) => notice !== false);
  if (notices.length === 0) return null;
  return (
    <p role="note" className="rounded-lg bg-warning-soft px-4 py-3 text-warning-ink">
      {notices.join(" ")}
    </p>
  );
}
