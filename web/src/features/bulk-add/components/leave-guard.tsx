/** Asks before leaving the page while files are not uploaded, because they would be lost. */
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { useBeforeUnload, useBlocker } from "react-router";

import { readSessionToken } from "@/api/session-token";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";

export function LeaveGuard({ isBusy }: { isBusy: boolean }) {
  const { t } = useTranslation("bulk");
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      // After sign-out nothing can be uploaded, so nothing is asked.
      isBusy && readSessionToken() !== null && currentLocation.pathname !== nextLocation.pathname,
  );
  useBeforeUnload(
    useCallback(
      (event) => {
        if (isBusy) event.preventDefault();
      },
      [isBusy],
    ),
  );
  return (
    <ConfirmDialog
      open={blocker.state === "blocked"}
      onOpenChange={(open) => !open && blocker.reset?.()}
      title={t("leave.title")}
      confirmLabel={t("leave.confirm")}
      cancelLabel={t("leave.stay")}
      onConfirm={() => blocker.proceed?.()}
    >
      {t("leave.text")}
    </ConfirmDialog>
  );
}
