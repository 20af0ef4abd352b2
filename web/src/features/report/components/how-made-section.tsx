/** How a report was made, in plain words, with the model, the prompts and the time it took. */
import { useTranslation } from "react-i18next";

import { TitledSection } from "@/components/ui/titled-section";

import type { Analysis } from "../api/types";
import { isJudged } from "../lib/judged-questions";

export function HowMadeSection({ analysis }: { analysis: Analysis }) {
  const { t } = useTranslation("report");
  const { model, modelSha256, promptVersion, durationMs, speechModels, usedModels } =
    analysis.generation;
  const steps = [
    t("howMade.steps.transcript"),
    isJudged(analysis) ? t("howMade.steps.judge") : null,
    t("howMade.steps.scores"),
    t("howMade.steps.texts"),
    ...(analysis.deceptionAnalysis ? [t("howMade.steps.consistency")] : []),
    t("howMade.steps.people"),
  ];
  const models = [
    ...(speechModels ?? []).map((used) => ({ label: t("howMade.speechModel"), ...used })),
    ...(usedModels ?? []).map(({ role, ...used }) => ({
      label: t(`howMade.usedModels.${role}`),
      ...used,
    })),
    { label: t("howMade.model"), name: model, sha256: modelSha256 },
  ];
  const facts = [
    ...models.flatMap(({ label, name, sha256 }) => [
      { key: `${label}/${name}`, label, value: name },
      { key: `${label}/${name}/sha256`, label: t("howMade.sha256"), value: sha256 },
    ]),
    { key: "prompts", label: t("howMade.prompts"), value: promptVersion.split("+").join(", ") },
    {
      key: "duration",
      label: t("howMade.duration"),
      value: t("howMade.seconds", { count: Math.round(durationMs / 1000) }),
    },
  ].filter(({ value }) => value !== "");
  return (
    <TitledSection heading={t("howMade.title")}>
      <ul className="flex max-w-prose list-disc flex-col gap-1.5 pl-5 text-muted">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ul>
      <dl className="mt-4 flex flex-col gap-1.5 text-sm">
        {facts.map(({ key, label, value }) => (
          <div key={key} className="grid gap-x-4 sm:grid-cols-[13rem_minmax(0,1fr)]">
            <dt className="text-muted">{label}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </TitledSection>
  );
}
