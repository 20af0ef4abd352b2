/** Text of a section, and the reason if it is missing. */
import { useTranslation } from "react-i18next";

/** Why a section, or a part of it, is missing. */
export function LeftOut({ reason }: { reason: string | null }) {
  if (reason === null) return null;
  return <p className="mt-2 max-w-prose text-sm text-muted italic">{reason}</p>;
}

/** Text of one or more paragraphs, or why there is none. */
export function Prose({ text, reason }: { text: string; reason: string | null }) {
  const { t } = useTranslation("report");
  const paragraphs = text.split(/\n{2,}/u).filter((paragraph) => paragraph.trim() !== "");
  return (
    <div className="max-w-prose text-md leading-relaxed">
      {paragraphs.map((paragraph) => (
        <p key={paragraph} className="mb-3 last:mb-0">
          {paragraph}
        </p>
      ))}
      <LeftOut reason={reason ?? (paragraphs.length === 0 ? t("nothingWritten") : null)} />
    </div>
  );
}
