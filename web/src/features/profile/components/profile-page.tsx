import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
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

/** The one thing that must be done first: until then the server answers nothing else. */
function Duty({ user, onUnsaved, onCodesShown }: DutyProps) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [search] = useSearchParams();
  const goOn = (now: User) => {
    const isReady = !now.mustChangePassword && !now.mustEnrolSecondFactor;
    if (isReady && search.has("next")) void navigate(returnPath(search), { replace: true });
  };
  if (user.mustChangePassword) {
    return (
      <>
        <DutyNotice duty="password" />
        <PasswordSection user={user} onUnsaved={onUnsaved} onChanged={goOn} />
      </>
    );
  }
  return (
    <>
      <DutyNotice duty="secondFactor" />
      <SecondFactorSection
        user={user}
        onCodesShown={onCodesShown}
        onEnrolled={() => void client.query({ ...currentUserQuery, staleTime: 0 }).then(goOn)}
      />
    </>
  );
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
    if (user.data.mustChangePassword || user.data.mustEnrolSecondFactor || areCodesShown) {
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
      {/* One for the page: a router has room for one. */}
      <UnsavedGuard isUnsaved={areDetailsUnsaved || isPasswordUnsaved} />
      <PageHeader
        title={t("common:titles.profile")}
        description={user.data && t("profile.signedInAs", { username: user.data.username })}
      />
      <div className="flex flex-col gap-7">{body()}</div>
    </div>
  );
}
