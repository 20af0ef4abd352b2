/** Answer points, for the recruiter only. */
import { useTranslation } from "react-i18next";

import { Spinner } from "@/components/ui/spinner";

interface GoodAnswerProps {
  /** Null until they are written. */
  points: readonly string[] | null;
  isComing: boolean;
}

export function GoodAnswer({ points, isComing }: GoodAnswerProps) {
  const { t } = useTranslation("questions");
  return (
    <section>
      <h3 className="font-medium">
        {t("answer.title")}{" "}
        <span className="font-normal text-faint">{t("answer.forYouAlone")}</span>
      </h3>
      {points !== null && points.length > 0 ? (
        <ul className="mt-1 list-disc pl-4.5 text-muted marker:text-faint">
          {points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      ) : (
        <p className="mt-1 flex items-center gap-2 text-muted">
          {isComing && <Spinner size={13} />}
          {isComing ? t("answer.coming") : t("answer.none")}
        </p>
      )}
    </section>
  );
}
