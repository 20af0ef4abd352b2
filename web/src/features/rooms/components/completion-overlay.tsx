/** Overlay shown to the candidate for three seconds after the interview. */
import { CircleCheck } from "lucide-react";
import { Trans, useTranslation } from "react-i18next";

export function CompletionOverlay() {
  const { t } = useTranslation("rooms");
  return (
    <div
      role="status"
      className="fixed inset-0 z-50 flex animate-appear items-center justify-center bg-ground p-6 text-center"
    >
      <div className="flex max-w-md flex-col items-center">
        <span className="mb-5 flex size-14 items-center justify-center rounded-full bg-accent-soft text-accent-ink">
          <CircleCheck size={28} strokeWidth={1.75} aria-hidden />
        </span>
        <p className="text-lg">
          <Trans
            t={t}
            i18nKey="candidate.completed"
            components={{ strong: <strong className="font-semibold" /> }}
          />
        </p>
      </div>
    </div>
  );
}
