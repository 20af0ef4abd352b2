/** Profile page, including required setup steps. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router";

import { currentUserQuery } from "@/api/current-user";
import type { User } from "@/api/types";
import { ErrorState } from "@/components/ui/error-state";
import { PageHeader } from "@/components/ui/page-header";
import { Skeleton } from "@/components/ui/skeleton";
import { UnsavedGuard } from "@/components/unsaved-guard";
import { returnPath } from "@/lib/return-path";

import { AppearanceSection } from "./appearance-section";
import { DetailsSection } from "./details-section";
import { DutyNotice } from "./duty-notice";
import { PasswordSection } from "./password-section";
import { SecondFactorSection } from "./second-factor-section";
import { SessionsSection } from "./sessions-section";

interface DutyProps {
  user: User;
  onUnsaved: (isUnsaved: boolean) => void;
  onCodesShown: (isShown: boolean) => void;
}

/** The required step, if any. Until it is done the server refuses all other calls. */
function Duty({ user, onUnsaved, onCodesShown }: DutyProps) {
  if (user.mustChangePassword) {
    return (
      <>
        <DutyNotice duty="password" />
        <PasswordSection user={user} onUnsaved={onUnsaved} />
      </>
    );
  }
  return (
    <>
      <DutyNotice duty="secondFactor" />
      <SecondFactorSection user={user} onCodesShown={onCodesShown} />
    </>
  );
}

/** Continues to the requested page once no step is required any more. */
function useGoOnAfterDuty(hasDuty: boolean | undefined, isUnsaved: boolean) {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const hadDuty = useRef(false);
  const goOn = useEffectEvent(() => {
    if (search.has("next")) void navigate(returnPath(search), { replace: true });
  });
  useEffect(() => {
    if (hasDuty) hadDuty.current = true;
    // After the form has unmounted, which would otherwise block leaving as unsaved.
    else if (hasDuty === false && hadDuty.current && !isUnsaved) {
      hadDuty.current = false;
      goOn();
    }
  }, [hasDuty, isUnsaved]);
}

function ProfileSkeleton() {
  return (
    <div className="flex flex-col gap-7" aria-busy>
      <Skeleton className="h-72 w-full" />
      <Skeleton className="h-48 w-full" />
    </div>
  );
}

export function ProfilePage() {
  const { t } = useTranslation(["account", "common"]);
  const user = useQuery(currentUserQuery);
  const [areDetailsUnsaved, setAreDetailsUnsaved] = useState(false);
  const [isPasswordUnsaved, setIsPasswordUnsaved] = useState(false);
  const [areCodesShown, setAreCodesShown] = useState(false);
  const hasDuty =
    user.data && (user.data.mustChangePassword || user.data.mustEnrolSecondFactor || areCodesShown);
  const isUnsaved = areDetailsUnsaved || isPasswordUnsaved;
  useGoOnAfterDuty(hasDuty, isUnsaved);
  const body = () => {
    if (!user.data) {
      return user.isError ? (
        <ErrorState
          title={t("profile.loadFailed")}
          error={user.error}
          retrying={user.isFetching}
          onRetry={() => void user.refetch()}
        />
      ) : (
        <ProfileSkeleton />
      );
    }
    if (hasDuty) {
      return (
        <Duty user={user.data} onUnsaved={setIsPasswordUnsaved} onCodesShown={setAreCodesShown} />
      );
    }
    return (
      <>
        <DetailsSection user={user.data} onUnsaved={setAreDetailsUnsaved} />
        <PasswordSection user={user.data} onUnsaved={setIsPasswordUnsaved} />
        <SecondFactorSection user={user.data} />
        <SessionsSection />
        <AppearanceSection />
      </>
    );
  };
  return (
    <div className="mx-auto flex max-w-4xl flex-col gap-7">
      {/* One for the whole page: the router supports only one blocker. */}
      <UnsavedGuard isUnsaved={isUnsaved} />
      <PageHeader
        title={t("common:titles.profile")}
        description={user.data && t("profile.signedInAs", { username: user.data.username })}
      />
      <div className="flex flex-col gap-7">{body()}</div>
    </div>
  );
}
