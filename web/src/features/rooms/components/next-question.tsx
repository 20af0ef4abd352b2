/** The question to ask next, visible in every tab. */
import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";

import type { QuestionTracking } from "../hooks/use-question-tracking";
import { applyAction } from "../lib/tracking";

export function NextQuestion({ tracking }: { tracking: QuestionTracking }) {
  const { t } = useTranslation("rooms");
  const { questions, next, track } = tracking;
  if (questions === undefined || questions.length === 0) return null;
  return (
    <section
      aria-label={t("next.label")}
      className="flex min-h-14 shrink-0 items-center gap-3 border-b border-line bg-accent-soft px-4 py-2"
    >
      <div className="min-w-0 grow">
        <p className="text-2xs font-semibold tracking-wide text-accent-ink uppercase">
          {t("next.heading")}
        </p>
        <p className="line-clamp-2 text-base">{next === null ? t("next.none") : next.question}</p>
      </div>
      {next !== null && (
        <Button
          size="sm"
          onClick={() => track(next._id, applyAction("markAsked", new Date().toISOString()))}
        >
          {t("next.asked")}
        </Button>
      )}
    </section>
  );
}
