/** Models page: whether server and AI engines work, the models on this machine, settings and prices. */
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { Badge } from "@/components/ui/badge";

import { healthQuery } from "../api/engines";
import { AdminFrame } from "./admin-frame";
import { EngineTable } from "./engine-table";
import { LocalModels } from "./local-models";
import { SettingGroups } from "./settings-page";
import { WrittenTest } from "./setup/model-tests";
import { SpokenTest } from "./setup/spoken-test";

const GROUPS = ["language_model", "speech", "embeddings", "usage"] as const;
const TONES = { ok: "success", failed: "danger" } as const;

/** The server that answers, and its database. */
function ServerState() {
  const { t } = useTranslation("admin");
  const health = useQuery(healthQuery).data;
  if (!health) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-base">
      {t("models.server", { version: health.version })}
      <Badge tone={TONES[health.database]}>{t(`models.databaseStates.${health.database}`)}</Badge>
    </p>
  );
}

export function ModelsPage() {
  const { t } = useTranslation("admin");
  return (
    <AdminFrame title={t("models.title")} description={t("models.description")}>
      <ServerState />
      <EngineTable />
      <section
        aria-labelledby="self-test"
        className="flex flex-col gap-3 rounded-lg border border-line bg-surface px-4 py-4 sm:px-5"
      >
        <header>
          <h2 id="self-test" className="text-lg font-semibold">
            {t("models.selfTest")}
          </h2>
          <p className="mt-1 max-w-prose text-base text-muted">{t("models.selfTestHint")}</p>
        </header>
        <WrittenTest />
        <SpokenTest />
      </section>
      <LocalModels />
      <SettingGroups only={GROUPS} />
    </AdminFrame>
  );
}
