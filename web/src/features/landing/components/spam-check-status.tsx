/** One line with the state of the spam check; there is nothing to solve or click. */
import { CircleAlert, ShieldCheck } from "lucide-react";
import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";

import type { SpamCheck } from "../hooks/use-spam-check";

export function SpamCheckStatus({ check, isGoogle }: { check: SpamCheck; isGoogle: boolean }) {
  const { t } = useTranslation("landing");
  const { state } = check;
  return (
    <div className="min-h-5 text-sm">
      <div role="status" className="flex items-start gap-2 text-muted">
        {(state.status === "loading" || state.status === "verifying") && (
          <>
            <Spinner size={16} className="mt-0.5" />
            {t(state.status === "loading" ? "check.loading" : "check.verifying")}
          </>
        )}
        {state.status === "verified" && (
          <>
            <ShieldCheck size={16} className="mt-0.5 shrink-0 text-success-ink" aria-hidden />
            {t(isGoogle ? "check.google" : "check.verified")}
          </>
        )}
      </div>
      {state.status === "failed" && (
        <div role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-danger-ink">
          <span className="flex items-start gap-2">
            <CircleAlert size={16} className="mt-0.5 shrink-0" aria-hidden />
            {t(`check.${state.problem}`)}
          </span>
          <Button size="sm" onClick={check.restart}>
            {t("check.retry")}
          </Button>
        </div>
      )}
    </div>
  );
}
