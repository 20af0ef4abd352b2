/** Confirmation dialogs for actions on a user. */
import { useTranslation } from "react-i18next";

import { errorText } from "@/api/errors";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useToast } from "@/components/ui/toast-context";

import { useChangeUser, useEndSessions, useResetSecondFactor } from "../api/user-actions";
import { isLastAdmin, type UserAction } from "../lib/user-actions";
import { getDisplayName } from "../lib/user-filters";
import type { ActionDialogProps } from "./action-dialog-props";

type Confirmed = Extract<
  UserAction,
  "endSessions" | "resetSecondFactor" | "deactivate" | "activate"
>;

const KEYS = {
  endSessions: { title: "endTitle", text: "endText", done: "endDone" },
  resetSecondFactor: { title: "factorTitle", text: "factorText", done: "factorDone" },
  deactivate: { title: "deactivateTitle", text: "deactivateText", done: "deactivateDone" },
  activate: { title: "activateTitle", text: "activateText", done: "activateDone" },
} as const satisfies Record<Confirmed, object>;

export function ConfirmUserAction({
  user,
  isSelf,
  action,
  onClose,
}: ActionDialogProps & { action: Confirmed }) {
  const { t } = useTranslation(["admin", "common"]);
  const toast = useToast();
  const change = useChangeUser(user._id);
  const endSessions = useEndSessions(user._id);
  const resetSecondFactor = useResetSecondFactor(user._id);
  const name = getDisplayName(user);
  const keys = KEYS[action];

  const options = {
    onSuccess: () => {
      toast.show(t(`actions.${keys.done}`, { name }));
      onClose();
    },
  };
  const run = {
    endSessions: { ...endSessions, start: () => endSessions.mutate(undefined, options) },
    resetSecondFactor: {
      ...resetSecondFactor,
      start: () => resetSecondFactor.mutate(undefined, options),
    },
    deactivate: { ...change, start: () => change.mutate({ isActive: false }, options) },
    activate: { ...change, start: () => change.mutate({ isActive: true }, options) },
  }[action];
  const signsOut = isSelf && (action === "endSessions" || action === "deactivate");

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(`actions.${keys.title}`, { name })}
      tone={action === "activate" ? "primary" : "danger"}
      confirmLabel={t(`actions.${action}`)}
      busyLabel={t("actions.working")}
      cancelLabel={t("common:cancel")}
      busy={run.isPending}
      error={
        run.isError
          ? isLastAdmin(run.error)
            ? t("actions.lastAdmin")
            : errorText(run.error, t("actions.failed"))
          : null
      }
      onConfirm={run.start}
    >
      <p>{t(`actions.${keys.text}`, { count: user.activeSessions })}</p>
      {signsOut && <p className="mt-2 font-medium text-ink">{t("actions.yourself")}</p>}
    </ConfirmDialog>
  );
}
