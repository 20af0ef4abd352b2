/** How a report was made, in plain words, with the model, the prompts and the time it took. */
import { useTranslation } from "react-i18next";

import { TitledSection } from "@/components/ui/titled-section";

import type { Analysis } from "../api/types";
import { isJudged } from "../lib/judged-questions";
import { DisclosureList } from "./disclosure-list";

export function HowMadeSection({ analysis }: { analysis: Analysis }) {
  const { t } = useTranslation("report");
  const { model, modelSha256, promptVersion, durationMs, speechModels, usedModels } =
    analysis.generation;
  const steps = [
    t("howMade.steps.transcript"),
    isJudged(analysis) ? t("howMade.steps.judge") : null,
    t("howMade.steps.scores"),
    t(analysis.hasModelTexts ? "howMade.steps.texts" : "howMade.steps.textsByProgram"),
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
    ...models.map(({ label, name, sha256 }) => ({ label, value: name, sha256 })),
    { label: t("howMade.prompts"), value: promptVersion.split("+").join(", "), sha256: "" },
    {
      label: t("howMade.duration"),
      value: t("howMade.seconds", { count: Math.round(durationMs / 1000) }),
      sha256: "",
    },
  ].filter(({ value }) => value !== "");
  return (
    <TitledSection heading={t("howMade.title")}>
      <ul className="flex max-w-prose list-disc flex-col gap-1.5 pl-5 text-muted">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ul>
      <div className="mt-4">
        <DisclosureList label={t("howMade.versions")} className="gap-2.5 text-sm">
          {facts.map(({ label, value, sha256 }) => (
            <li
              key={`${label}/${value}`}
              className="grid gap-x-4 sm:grid-cols-[13rem_minmax(0,1fr)]"
            >
              <span className="text-muted">{label}</span>
              <span className="wrap-anywhere">{value}</span>
              {sha256 && (
                <>
                  <span className="text-xs text-muted">{t("howMade.sha256")}</span>
                  <span className="font-mono text-xs wrap-anywhere text-muted">{sha256}</span>
                </>
              )}
            </li>
          ))}
        </DisclosureList>
      </div>
    </TitledSection>
  );
}
