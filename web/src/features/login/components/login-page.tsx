/** Sign-in page. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";

import { siteQuery } from "@/api/site";
import type { User } from "@/api/types";
import { EntryPage } from "@/components/entry-page";
import { FormError } from "@/components/form-error";
import { AlertMessage } from "@/components/ui/alert-message";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";
import { paths } from "@/config/paths";
import { useEnter } from "@/hooks/use-enter";
import { returnPath } from "@/lib/return-path";

import { useProviderReturn } from "../hooks/use-provider-return";
import { readArrival, getRefusal } from "../lib/arrival";
import { CodeStep } from "./code-step";
import { EntryFooter, EntryLink } from "./entry-footer";
import { PasswordStep } from "./password-step";
import { ProviderButton } from "./provider-button";

export function LoginPage() {
  const { t } = useTranslation("auth");
  const [search] = useSearchParams();
  const [arrival] = useState(() => readArrival(search));
  const [challenge, setChallenge] = useState<string | null>(null);
  const [notice, setNotice] = useState<string | null>(null);
  const [isAlertRead, setIsAlertRead] = useState(false);
  const providerReturn = useProviderReturn(arrival, setChallenge);
  const enter = useEnter();
  const site = useQuery(siteQuery);

  const onSignedIn = (user: User) => void enter(user, returnPath(search));
  const refusal = arrival.kind === "refusal" ? getRefusal(arrival.code) : null;
  const alert = (
    <AlertMessage
      message={providerReturn.hasFailed && !isAlertRead ? t("login.providerFailed") : null}
      onClose={() => setIsAlertRead(true)}
    />
  );

  if (providerReturn.isTakingSession) {
    return (
      <EntryPage title={t("login.title")} description={t("login.pleaseWait")}>
        <div className="flex justify-center py-4 text-muted">
          <Spinner size={22} label={t("login.submitting")} />
        </div>
      </EntryPage>
    );
  }
  if (challenge !== null) {
    return (
      <EntryPage
        title={t("secondStep.title")}
        description={t("secondStep.description")}
        footer={
          <Button variant="ghost" className="-ml-3.5" onClick={() => setChallenge(null)}>
            {t("secondStep.back")}
          </Button>
        }
      >
        <CodeStep
          challenge={challenge}
          onSignedIn={onSignedIn}
          onExpired={(message) => {
            setNotice(message);
            setChallenge(null);
          }}
        />
      </EntryPage>
    );
  }
  const providerLabel = site.data?.providerLabel ?? null;
  return (
    <EntryPage
      title={t("login.title")}
      description={t("login.description")}
      footer={
        <EntryFooter>
          {site.data?.selfRegistration ? (
            <>
              {t("login.noAccount")}{" "}
              <EntryLink to={{ pathname: paths.register, search: search.toString() }}>
                {t("login.signUp")}
              </EntryLink>
            </>
          ) : (
            t("login.byInvitation")
          )}
        </EntryFooter>
      }
    >
      {alert}
      <div className="flex flex-col gap-4">
        {(refusal ?? notice) && (
          <FormError>{refusal ? t(`login.refusals.${refusal}`) : notice}</FormError>
        )}
        {providerLabel !== null && (
          <>
            <ProviderButton label={providerLabel} />
            <div className="flex items-center gap-3 text-sm text-faint" role="separator">
              <span className="h-px grow bg-line" aria-hidden />
              {t("or")}
              <span className="h-px grow bg-line" aria-hidden />
            </div>
          </>
        )}
        <PasswordStep
          onSignedIn={onSignedIn}
          onChallenge={(next) => {
            setNotice(null);
            setChallenge(next);
          }}
        />
      </div>
    </EntryPage>
  );
}
