/** Dialog that changes a user's role. */
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { errorText } from "@/api/errors";
import { FormError } from "@/components/form-error";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { useToast } from "@/components/ui/toast-context";

import { useChangeUser } from "../api/user-actions";
import { useRoleChoices } from "../hooks/use-choices";
import { isLastAdmin } from "../lib/user-actions";
import { getDisplayName } from "../lib/user-filters";
import type { ActionDialogProps } from "./action-dialog-props";
import { ChoiceList } from "./choice-list";

export function RoleDialog({ user, isSelf, onClose }: ActionDialogProps) {
  const { t } = useTranslation(["admin", "common"]);
  const toast = useToast();
  const change = useChangeUser(user._id);
  const [role, setRole] = useState(user.role);
  const roles = useRoleChoices();
  const name = getDisplayName(user);
  const save = () =>
    change.mutate(
      { role },
      {
        onSuccess: () => {
          toast.show(t("actions.roleDone", { name }));
          onClose();
        },
      },
    );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("actions.roleTitle", { name })}
      description={t("actions.roleText")}
      width="sm"
      footer={
        <>
          <Button onClick={onClose} disabled={change.isPending}>
            {t("common:cancel")}
          </Button>
          <Button
            variant="primary"
            busy={change.isPending}
            disabled={role === user.role}
            onClick={save}
          >
            {change.isPending ? t("actions.working") : t("actions.roleSave")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <ChoiceList label={t("form.role")} value={role} onChange={setRole} choices={roles} />
        {isSelf && role !== user.role && <p className="text-base">{t("actions.yourRole")}</p>}
        {change.isError && (
          <FormError>
            {isLastAdmin(change.error)
              ? t("actions.lastAdmin")
              : errorText(change.error, t("actions.failed"))}
          </FormError>
        )}
      </div>
    </Dialog>
  );
}
