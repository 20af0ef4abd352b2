/** Models page: the AI engines at work, the models on this machine, their settings and their prices. */
import { useTranslation } from "react-i18next";

import { AdminFrame } from "./admin-frame";
import { EngineTable } from "./engine-table";
import { LocalModels } from "./local-models";
import { SettingGroups } from "./settings-page";

const GROUPS = ["language_model", "speech", "embeddings", "usage"] as const;

export function ModelsPage() {
  const { t } = useTranslation("admin");
  return (
    <AdminFrame title={t("models.title")} description={t("models.description")}>
      <EngineTable />
      <LocalModels />
      <SettingGroups only={GROUPS} />
    </AdminFrame>
  );
}
