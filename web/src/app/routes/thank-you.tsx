/** Final page for candidates, after the interview or after declining. */
import { CircleCheck } from "lucide-react";
import { useTranslation } from "react-i18next";

import { Wordmark } from "@/components/ui/wordmark";

export function ThankYouPage() {
  const { t } = useTranslation("legal");
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-8 p-6 text-center text-md">
      <span className="flex size-14 items-center justify-center rounded-full bg-accent-soft text-accent-ink">
        <CircleCheck size={28} strokeWidth={1.75} aria-hidden />
      </span>
      <div className="max-w-md">
        <h1 className="text-2xl font-semibold tracking-tight">{t("thankYou.title")}</h1>
        <p className="mt-3 text-balance text-muted">{t("thankYou.text")}</p>
        <p className="mt-1 text-muted">{t("thankYou.close")}</p>
      </div>
      <Wordmark />
    </main>
  );
}
