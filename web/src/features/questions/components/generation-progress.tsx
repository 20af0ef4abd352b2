/** Progress of question generation, with a button to cancel. */
import { useTranslation } from "react-i18next";

import { OperationProgress } from "@/components/ui/operation-progress";

import type { Generation } from "../hooks/use-generation";

export function GenerationProgress({ generation }: { generation: Generation }) {
  const { t } = useTranslation("questions");
  return (
    <div className="rounded-lg border border-line bg-sunken p-3.5">
      <OperationProgress
        progress={generation.progress}
        waitingText={t("progress.waiting")}
        onCancel={generation.cancel}
      />
    </div>
  );
}
