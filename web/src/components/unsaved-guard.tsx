/** Asks for confirmation before unsaved changes are left. */
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useBlocker } from "react-router";

import { readSessionToken } from "@/api/session-token";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";

export function UnsavedGuard({ isUnsaved }: { isUnsaved: boolean }) {
  const { t } = useTranslation();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      // After sign-out nothing can be saved, so nothing is asked.
      isUnsaved &&
      readSessionToken() !== null &&
      currentLocation.pathname !== nextLocation.pathname,
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
      title={t("unsaved.title")}
      confirmLabel={t("unsaved.leave")}
      cancelLabel={t("unsaved.stay")}
      onConfirm={() => blocker.proceed?.()}
    >
      {t("unsaved.text")}
    </ConfirmDialog>
  );
}
