/** Last setup page: what is done, what was left out, and where to change it. */
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { errorText } from "@/api/errors";
import { FormError } from "@/components/form-error";
import { Badge } from "@/components/ui/badge";
import { paths } from "@/config/paths";

import type { SetupStep } from "../../api/types";
import { StepFrame } from "./step-frame";
import { PAGES } from "./step-names";

const OPEN = "open";
const TONES = { done: "success", skipped: "neutral", [OPEN]: "warning" } as const;

interface FinishStepProps {
  steps: readonly SetupStep[];
  busy: boolean;
  error: Error | null;
  onFinish: () => void;
}

export function FinishStep({ steps, busy, error, onFinish }: FinishStepProps) {
  const { t } = useTranslation("setup");
  return (
    <StepFrame page="finish" busy={busy} continueLabel={t("finish")} onContinue={onFinish}>
      <ul className="border-t border-line">
        {PAGES.filter((page) => page !== "finish").map((page) => {
          const outcome = steps.find((step) => step.key === page)?.outcome ?? OPEN;
          return (
            <li
              key={page}
              className="flex min-h-11 items-center gap-3 border-b border-line px-4 last:border-0 sm:px-5"
            >
              <Link
                to={paths.adminSetup.to(page)}
                className="grow py-2.5 text-base underline-offset-2 hover:underline"
              >
                {t(`pages.${page}.name`)}
              </Link>
              <Badge tone={TONES[outcome]}>{t(`outcomes.${outcome}`)}</Badge>
            </li>
          );
        })}
      </ul>
      <p className="border-t border-line px-4 py-4 text-base text-muted sm:px-5">
        {t("later")}{" "}
        <Link to={paths.adminSettings} className="font-medium text-ink underline">
          {t("settingsPage")}
        </Link>
      </p>
      {error && (
        <div className="px-4 pb-4 sm:px-5">
          <FormError>{errorText(error, t("saveFailed"))}</FormError>
        </div>
      )}
    </StepFrame>
  );
}
