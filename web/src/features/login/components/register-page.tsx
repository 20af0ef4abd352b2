/** Self-registration page. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Navigate, useSearchParams } from "react-router";

import { isApiError } from "@/api/errors";
import { readSessionToken } from "@/api/session-token";
import { siteQuery } from "@/api/site";
import { EntryPage } from "@/components/entry-page";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { paths } from "@/config/paths";
import { useEnter } from "@/hooks/use-enter";
import { returnPath } from "@/lib/return-path";

import { useRegister } from "../api/register";
import { EntryFooter, EntryLink } from "./entry-footer";
import { RegisterForm } from "./register-form";
import { ToSignIn } from "./to-sign-in";

export function RegisterPage() {
  const { t } = useTranslation("auth");
  const [search] = useSearchParams();
  const [wasSignedIn] = useState(() => readSessionToken() !== null);
  const site = useQuery(siteQuery);
  const register = useRegister();
  const enter = useEnter();

  if (wasSignedIn) return <Navigate to={paths.interviews} replace />;
  const isClosed =
    isApiError(register.error, "REGISTRATION_CLOSED") || site.data?.selfRegistration === false;
  if (isClosed) {
    return (
      <EntryPage
        title={t("register.closedTitle")}
        description={t("register.closedText")}
        footer={<EntryFooter />}
      >
        <ToSignIn />
      </EntryPage>
    );
  }
  return (
    <EntryPage
      title={t("register.title")}
      description={t("register.description")}
      footer={
        <EntryFooter>
          {t("register.haveAccount")}{" "}
          <EntryLink to={{ pathname: paths.login, search: search.toString() }}>
            {t("register.signIn")}
          </EntryLink>
        </EntryFooter>
      }
    >
      {site.data ? (
        <RegisterForm
          register={register}
          onRegistered={(user) => void enter(user, returnPath(search))}
        />
      ) : site.isError ? (
        <ErrorState
          title={t("register.failed")}
          error={site.error}
          retrying={site.isFetching}
          onRetry={() => void site.refetch()}
          className="px-0 py-4"
        />
      ) : (
        <div className="flex flex-col gap-4" aria-busy>
          {Array.from({ length: 4 }, (_, index) => (
            <Skeleton key={index} className="h-14 w-full" />
          ))}
        </div>
      )}
    </EntryPage>
  );
}
