/** Text of a transcript line: words that may be misheard are underlined. */
import { useTranslation } from "react-i18next";

import { findMarkedRanges, splitAtMarks, type WordMark } from "@/lib/word-marks";

interface MarkedWordsProps {
  /** The whole line, to which the marks refer. */
  line: string;
  marks: readonly WordMark[];
  /** The part to show; without it, the whole line. */
  part?: { text: string; start: number };
}

export function MarkedWords({ line, marks, part = { text: line, start: 0 } }: MarkedWordsProps) {
  const { t } = useTranslation("common");
  if (marks.length === 0) return part.text;
  return splitAtMarks(part.text, part.start, findMarkedRanges(line, marks)).map(
    ({ text, start, mark, isWordEnd }) =>
      mark === null ? (
        text
      ) : (
        <span key={start}>
          <span
            title={t("mayBeMisheard")}
            className="underline decoration-current/60 decoration-dotted underline-offset-4"
          >
            {text}
          </span>
          {isWordEnd &&
            (mark.heard === null ? (
              <span className="sr-only"> ({t("mayBeMisheard")})</span>
            ) : (
              <span className="text-sm text-muted"> ({t("heard", { text: mark.heard })})</span>
            ))}
        </span>
      ),
  );
}
