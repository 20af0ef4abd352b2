/** Notice at the top of a report: sentences that are addressed to the assessor and do not count. */
import { TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";

export function InstructionsNotice({ count }: { count: number }) {
  const { t } = useTranslation("report");
  return (
    <p
      role="note"
      className="flex items-start gap-2.5 rounded-lg bg-warning-soft px-4 py-3 text-warning-ink print:break-inside-avoid print:border print:border-line"
    >
      <TriangleAlert size={17} aria-hidden className="mt-0.5 shrink-0" />
      {t("instructions", { count })}
    </p>
  );
}
