/** Checkbox that sends invitations; disabled without a candidate email address. */
import { Info } from "lucide-react";
import { useTranslation } from "react-i18next";

import { Checkbox } from "@/components/ui/checkbox";
import { IconButton } from "@/components/ui/icon-button";

import { isAddress } from "../lib/schedule";

interface InviteChoiceProps {
  email: string | null;
  isInvited: boolean;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

export function InviteChoice({ email, isInvited, checked, onChange }: InviteChoiceProps) {
  const { t } = useTranslation("hq");
  const canInvite = isAddress(email);
  return (
    <div className="flex items-start gap-1.5">
      <Checkbox
        checked={checked && canInvite}
        onChange={onChange}
        disabled={!canInvite}
        label={t("invites.choice")}
        hint={
          canInvite
            ? t(isInvited ? "invites.notifiedAnyway" : "invites.choiceHint", { email })
            : t("invites.invalidEmail")
        }
      />
      {!canInvite && <IconButton size="sm" icon={Info} label={t("invites.invalidEmailTooltip")} />}
    </div>
  );
}
