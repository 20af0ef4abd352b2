/** First-run setup page: a new server, or one from a backup. */
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { EntryPage } from "@/components/entry-page";

import { NewServerForm } from "./new-server-form";
import { RestorePanel } from "./restore-panel";
import { SetupChoice, type SetupWay } from "./setup-choice";

export function SetupPage() {
  const { t } = useTranslation("auth");
  const [way, setWay] = useState<SetupWay>("new");
  const [isBusy, setBusy] = useState(false);
  return (
    <EntryPage
      title={t("setup.title")}
      description={t(`setup.ways.${way}.description`)}
      footer={t("setup.footer")}
    >
      {!isBusy && <SetupChoice value={way} onChange={setWay} />}
      {way === "new" ? <NewServerForm /> : <RestorePanel onBusy={setBusy} />}
    </EntryPage>
  );
}
