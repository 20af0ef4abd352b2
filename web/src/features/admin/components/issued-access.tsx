/** Shows a new password or link once. The dialog ignores clicks outside, so it is not lost. */
import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";

import type { IssuedAccess } from "../api/types";
import { getDisplayName } from "../lib/user-filters";
import { CopyField } from "./copy-field";

interface IssuedAccessDialogProps {
  access: IssuedAccess;
  purpose: "invite" | "reset";
  onClose: () => void;
}

export function IssuedAccessDialog({ access, purpose, onClose }: IssuedAccessDialogProps) {
  const { t } = useTranslation("admin");
  const name = getDisplayName(access.user);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      dismissible={false}
      title={
        purpose === "invite" ? t("access.createdTitle", { name }) : t("access.resetTitle", { name })
      }
      description={t("access.once")}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t("access.done")}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        {purpose === "invite" && (
          <CopyField label={t("form.username")} text={access.user.username} />
        )}
        {access.oneTimePassword !== null && (
          <CopyField label={t("access.oneTimePassword")} text={access.oneTimePassword} />
        )}
        {access.inviteLink !== null && (
          <CopyField label={t("access.inviteLink")} text={access.inviteLink} />
        )}
        <p className="text-base text-muted">
          {access.isMailed
            ? t("access.mailed", { email: access.user.email })
            : t("access.notMailed")}
        </p>
      </div>
    </Dialog>
  );
}
