import { useTranslation } from "react-i18next";

import { OperationProgress } from "@/components/ui/operation-progress";

import type { Generation } from "../hooks/use-generation";

/** What the model is doing now, how long it has been at it, and a way to stop it. */
export function GenerationProgress({ generation }: { generation: Generation }) {
  const { t } = useTranslation("questions");
  const { progress } = generation;
  const [, done, total] = /^(\d+) of (\d+)$/u.exec(progress?.detail ?? "") ?? [];
  const counted = total === undefined ? undefined : t("progress.count", { done, total });
  return (
    <div className="rounded-lg border border-line bg-sunken p-3.5">
      <OperationProgress
        progress={progress && { ...progress, detail: counted ?? progress.detail }}
        waitingText={t("progress.waiting")}
        stages={{ "Writing questions": t("progress.writing") }}
        onCancel={generation.cancel}
      />
    </div>
  );
}
