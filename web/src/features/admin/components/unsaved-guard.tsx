import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useBlocker } from "react-router";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";

/** Asks before what is not saved is left behind. */
export function UnsavedGuard({ isUnsaved }: { isUnsaved: boolean }) {
  const { t } = useTranslation("admin");
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isUnsaved && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isUnsaved]);
  return (
    <ConfirmDialog
      open={blocker.state === "blocked"}
      onOpenChange={(open) => !open && blocker.reset?.()}
      title={t("settings.leaveTitle")}
      confirmLabel={t("settings.leave")}
      cancelLabel={t("settings.stay")}
      onConfirm={() => blocker.proceed?.()}
    >
      {t("settings.leaveText")}
    </ConfirmDialog>
  );
}
