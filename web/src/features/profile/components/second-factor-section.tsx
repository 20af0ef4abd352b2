/** Second factor section of the profile: off, setup, on. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ShieldCheck, ShieldOff } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { currentUserQuery } from "@/api/current-user";
import type { User } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { useToast } from "@/components/ui/toast-context";
import { formatDate } from "@/lib/format";

import {
  secondFactorQuery,
  useDisableSecondFactor,
  useRenewRecoveryCodes,
  type SecondFactorState,
} from "../api/second-factor";
import { CodeDialog } from "./code-dialog";
import { ProfileSection } from "./profile-section";
import { RecoveryCodes } from "./recovery-codes";
import { SecondFactorSetup } from "./second-factor-setup";

const FEW_CODES = 3;

function FactorOn({ state, heading }: { state: SecondFactorState; heading: string }) {
  const { t } = useTranslation("account");
  const client = useQueryClient();
  const toast = useToast();
  const renew = useRenewRecoveryCodes();
  const disable = useDisableSecondFactor();
  const [asked, setAsked] = useState<"renew" | "disable" | null>(null);
  const close = () => {
    setAsked(null);
    renew.reset();
    disable.reset();
    void client.invalidateQueries({ queryKey: secondFactorQuery.queryKey });
  };
  const isFew = state.recoveryCodesLeft <= FEW_CODES;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex items-start gap-3">
        <ShieldCheck size={20} className="mt-0.5 shrink-0 text-success" aria-hidden />
        <div>
          <p className="font-medium">
            {t("secondFactor.onSince", { date: formatDate(state.enabledAt) })}
          </p>
          <p className={isFew ? "text-warning-ink" : "text-muted"}>
            {t("recovery.left", { count: state.recoveryCodesLeft })}
            {isFew && ` ${t("recovery.few")}`}
          </p>
          {state.required && <p className="text-muted">{t("secondFactor.requiredOn")}</p>}
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setAsked("renew")}>{t("recovery.renew")}</Button>
        {!state.required && (
          <Button variant="danger-ghost" onClick={() => setAsked("disable")}>
            {t("secondFactor.disable")}
          </Button>
        )}
      </div>
      {asked === "renew" && !renew.data && (
        <CodeDialog
          title={t("recovery.renewTitle")}
          description={t("recovery.renewText")}
          confirmLabel={t("recovery.renewConfirm")}
          busyLabel={t("recovery.renewing")}
          tone="primary"
          call={renew}
          onClose={close}
        />
      )}
      {renew.data && (
        <Dialog
          open
          onOpenChange={close}
          title={t("recovery.title")}
          width="sm"
          dismissible={false}
          footer={
            <Button variant="primary" onClick={close}>
              {t("recovery.kept")}
            </Button>
          }
        >
          <RecoveryCodes codes={renew.data} heading={heading} />
        </Dialog>
      )}
      {asked === "disable" && (
        <CodeDialog
          title={t("secondFactor.disableTitle")}
          description={t("secondFactor.disableText")}
          confirmLabel={t("secondFactor.disable")}
          busyLabel={t("secondFactor.disabling")}
          tone="danger"
          call={{
            ...disable,
            mutate: (code) =>
              disable.mutate(code, {
                onSuccess: () => {
                  toast.show(t("secondFactor.disabled"));
                  void client.invalidateQueries({ queryKey: currentUserQuery.queryKey });
                  close();
                },
              }),
          }}
          onClose={close}
        />
      )}
    </div>
  );
}

interface SecondFactorSectionProps {
  user: User;
  /** While the recovery codes are shown, the section must not disappear. */
  onCodesShown?: (isShown: boolean) => void;
}

export function SecondFactorSection(props: SecondFactorSectionProps) {
  const { user, onCodesShown } = props;
  const { t } = useTranslation("account");
  const client = useQueryClient();
  const factor = useQuery(secondFactorQuery);
  const [isSettingUp, setIsSettingUp] = useState(user.mustEnrolSecondFactor);
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[] | null>(null);
  const heading = t("recovery.heading", {
    server: window.location.host,
    username: user.username,
  });

  const showCodes = (codes: readonly string[]) => {
    setRecoveryCodes(codes);
    onCodesShown?.(true);
  };
  const finish = () => {
    onCodesShown?.(false);
    setIsSettingUp(false);
    setRecoveryCodes(null);
    void client.invalidateQueries();
  };

  const body = () => {
    if (recoveryCodes) {
      return (
        <div className="flex flex-col gap-5">
          <p role="status" className="flex items-center gap-2 font-medium text-success-ink">
            <ShieldCheck size={18} aria-hidden /> {t("secondFactor.enabled")}
          </p>
          <RecoveryCodes codes={recoveryCodes} heading={heading} />
          <div className="flex justify-end">
            <Button variant="primary" onClick={finish}>
              {t("recovery.kept")}
            </Button>
          </div>
        </div>
      );
    }
    if (factor.isError) {
      return (
        <ErrorState
          title={t("secondFactor.loadFailed")}
          error={factor.error}
          retrying={factor.isFetching}
          onRetry={() => void factor.refetch()}
          className="px-0 py-4"
        />
      );
    }
    if (!factor.data) {
      return (
        <div className="flex flex-col gap-3" aria-busy>
          <Skeleton className="h-5 w-48" />
          <Skeleton className="h-9 w-32" />
        </div>
      );
    }
    if (factor.data.enabled) return <FactorOn state={factor.data} heading={heading} />;
    if (isSettingUp) {
      return (
        <SecondFactorSetup
          hasPassword={user.isBasicAuth}
          onConfirmed={showCodes}
          onCancel={user.mustEnrolSecondFactor ? null : () => setIsSettingUp(false)}
        />
      );
    }
    return (
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="flex items-center gap-3 text-muted">
          <ShieldOff size={20} className="shrink-0" aria-hidden />
          {t("secondFactor.off")}
        </p>
        <Button onClick={() => setIsSettingUp(true)}>{t("secondFactor.setUp")}</Button>
      </div>
    );
  };

  return (
    <ProfileSection title={t("secondFactor.title")} description={t("secondFactor.description")}>
      {body()}
    </ProfileSection>
  );
}
