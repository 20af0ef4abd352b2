/** Notice about a required step, such as setting a password. */
import { KeyRound } from "lucide-react";
import { useTranslation } from "react-i18next";

export function DutyNotice({ duty }: { duty: "password" | "secondFactor" }) {
  const { t } = useTranslation("account");
  return (
    <div
      role="status"
      className="flex items-start gap-3 rounded-lg border border-line bg-warning-soft px-4 py-3 text-warning-ink"
    >
      <KeyRound size={18} className="mt-0.5 shrink-0" aria-hidden />
      <div>
        <p className="font-semibold">{t(`duties.${duty}.title`)}</p>
        <p className="text-base">{t(`duties.${duty}.text`)}</p>
      </div>
    </div>
  );
}
