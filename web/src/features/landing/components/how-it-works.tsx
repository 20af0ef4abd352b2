/** 'How it works' section of the landing page. */
import { useTranslation } from "react-i18next";

import { SectionHeading } from "./section-heading";

const STEPS = ["upload", "questions", "talk", "read"] as const;

export function HowItWorks() {
  const { t } = useTranslation("landing");
  return (
    <section aria-labelledby="how" className="mx-auto w-full max-w-6xl px-5 sm:px-8">
      <SectionHeading id="how">{t("how.heading")}</SectionHeading>
      <ol className="mt-10 grid gap-x-8 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
        {STEPS.map((step, index) => (
          <li key={step} className="border-t border-line-strong/60 pt-4">
            <span className="text-base font-medium text-accent-ink tabular-nums" aria-hidden>
              {index + 1}
            </span>
            <h3 className="mt-2 text-md font-semibold">{t(`how.steps.${step}.heading`)}</h3>
            <p className="mt-1 text-base text-pretty text-muted">{t(`how.steps.${step}.text`)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
