/** Dialog that resets a user's password. */
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { errorText } from "@/api/errors";
import { FormError } from "@/components/form-error";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";

import type { Delivery } from "../api/types";
import { useResetPassword } from "../api/user-actions";
import { useDeliveryChoices } from "../hooks/use-choices";
import { getDisplayName } from "../lib/user-filters";
import type { ActionDialogProps } from "./action-dialog-props";
import { ChoiceList } from "./choice-list";
import { IssuedAccessDialog } from "./issued-access";

export function ResetPasswordDialog({ user, onClose }: ActionDialogProps) {
  const { t } = useTranslation(["admin", "common"]);
  const reset = useResetPassword(user._id);
  const [delivery, setDelivery] = useState<Delivery>("one_time_password");
  const choices = useDeliveryChoices("reset");
  if (reset.data) {
    return <IssuedAccessDialog access={reset.data} purpose="reset" onClose={onClose} />;
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      dismissible={!reset.isPending}
      title={t("actions.resetTitle", { name: getDisplayName(user) })}
      description={t("actions.resetText")}
      footer={
        <>
          <Button onClick={onClose} disabled={reset.isPending}>
            {t("common:cancel")}
          </Button>
          <Button variant="primary" busy={reset.isPending} onClick={() => reset.mutate(delivery)}>
            {reset.isPending ? t("actions.working") : t("actions.resetSave")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <ChoiceList
          label={t("form.delivery")}
          value={delivery}
          onChange={setDelivery}
          choices={choices}
        />
        {reset.isError && <FormError>{errorText(reset.error, t("actions.failed"))}</FormError>}
      </div>
    </Dialog>
  );
}
