/** Options for roles and for how a user first signs in. */
import { useTranslation } from "react-i18next";

import type { Delivery } from "../api/types";
import { ROLES } from "../lib/user-filters";

export function useRoleChoices() {
  const { t } = useTranslation("admin");
  const hints = { admin: t("actions.adminHint"), recruiter: t("actions.recruiterHint") };
  return ROLES.map((role) => ({ value: role, label: t(`roles.${role}`), hint: hints[role] }));
}

/** Ways to issue access, for a new account or a password reset. */
export function useDeliveryChoices(purpose: "invite" | "reset") {
  const { t } = useTranslation("admin");
  const choices: { value: Delivery; label: string; hint: string }[] = [
    {
      value: "one_time_password",
      label: t("form.oneTimePassword"),
      hint: t("form.oneTimePasswordHint"),
    },
    {
      value: "invite_link",
      label: purpose === "invite" ? t("form.inviteLink") : t("form.resetLink"),
      hint: t("form.inviteLinkHint"),
    },
  ];
  return choices;
}
