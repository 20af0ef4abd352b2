/** The redirect URI to register at the identity provider. */
import { useTranslation } from "react-i18next";

import { CopyField } from "./copy-field";

export function ProviderHelp({ redirectUri }: { redirectUri: string }) {
  const { t } = useTranslation("admin");
  // The server knows its own address only if it is configured.
  const absolute = new URL(redirectUri, window.location.origin).href;
  return (
    <div className="flex flex-col gap-2 border-t border-line px-4 py-4 sm:px-5">
      <CopyField label={t("settings.redirectUri")} text={absolute} />
      <p className="max-w-prose text-sm text-muted">{t("settings.redirectHelp")}</p>
    </div>
  );
}
