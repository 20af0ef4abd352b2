/** Feature sections of the landing page. */
import { Check } from "lucide-react";
import { useTranslation } from "react-i18next";

import { cn } from "@/lib/cn";

import { PICTURES } from "../media/pictures";
import { SectionHeading } from "./section-heading";
import { ThemedPicture } from "./themed-picture";

const FEATURES = ["prepare", "run", "report"] as const;
const POINTS = ["one", "two", "three"] as const;

export function Features() {
  const { t } = useTranslation("landing");
  return (
    <section aria-labelledby="features" className="mx-auto w-full max-w-6xl px-5 sm:px-8">
      <SectionHeading id="features">{t("features.heading")}</SectionHeading>
      <div className="mt-10 flex flex-col gap-16 sm:mt-14 sm:gap-24">
        {FEATURES.map((feature, index) => (
          <article
            key={feature}
            className={cn(
              "grid items-center gap-8 lg:gap-14",
              index % 2 === 0 ? "lg:grid-cols-[5fr_7fr]" : "lg:grid-cols-[7fr_5fr]",
            )}
          >
            <div className={cn(index % 2 === 1 && "lg:order-last")}>
              <p className="text-sm font-medium text-accent-ink">{t(`features.${feature}.step`)}</p>
              <h3 className="mt-2 text-xl font-semibold tracking-tight">
                {t(`features.${feature}.heading`)}
              </h3>
              <p className="mt-3 max-w-prose text-md text-pretty text-muted">
                {t(`features.${feature}.text`)}
              </p>
              <ul className="mt-5 flex flex-col gap-2.5">
                {POINTS.map((point) => (
                  <li key={point} className="flex gap-2.5 text-base">
                    <Check size={16} className="mt-0.5 shrink-0 text-accent-ink" aria-hidden />
                    {t(`features.${feature}.points.${point}`)}
                  </li>
                ))}
              </ul>
            </div>
            <ThemedPicture picture={PICTURES[feature]} alt={t(`features.${feature}.picture`)} />
          </article>
        ))}
      </div>
    </section>
  );
}
