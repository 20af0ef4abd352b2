/** Page for account invitations and password reset links. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";

import { isApiError } from "@/api/errors";
import { EntryPage } from "@/components/entry-page";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { paths } from "@/config/paths";
import { useEnter } from "@/hooks/use-enter";

import { invitationQuery } from "../api/invitation";
import { CodeStep } from "./code-step";
import { EntryFooter } from "./entry-footer";
import { InvitationForm } from "./invitation-form";
import { ToSignIn } from "./to-sign-in";

export function InvitationPage() {
  const { t } = useTranslation("auth");
  const { invitationToken = "" } = useParams();
  const invitation = useQuery(invitationQuery(invitationToken));
  const [challenge, setChallenge] = useState<string | null>(null);
  const [isUsed, setIsUsed] = useState(false);
  const enter = useEnter();
  const navigate = useNavigate();

  if (challenge !== null) {
    return (
      <EntryPage title={t("secondStep.title")} description={t("secondStep.description")}>
        <CodeStep
          challenge={challenge}
          onSignedIn={(user) => void enter(user, paths.interviews)}
          // The password is set, so the user now signs in normally.
          onExpired={() => void navigate(paths.login, { replace: true })}
        />
      </EntryPage>
    );
  }
  if (isUsed || isApiError(invitation.error, "INVITATION_UNAVAILABLE")) {
    return (
      <EntryPage
        title={t("invitation.usedTitle")}
        description={t("invitation.usedText")}
        footer={<EntryFooter />}
      >
        <ToSignIn />
      </EntryPage>
    );
  }
  if (isApiError(invitation.error) && invitation.error.status === 404) {
    return (
      <EntryPage
        title={t("invitation.unknownTitle")}
        description={t("invitation.unknownText")}
        footer={<EntryFooter />}
      >
        <ToSignIn />
      </EntryPage>
    );
  }
  if (!invitation.data) {
    return (
      <EntryPage
        title={t("invitation.resetTitle")}
        description={invitation.isError ? null : t("invitation.loading")}
        footer={<EntryFooter />}
      >
        {invitation.isError ? (
          <ErrorState
            title={t("invitation.errorTitle")}
            error={invitation.error}
            retrying={invitation.isFetching}
            onRetry={() => void invitation.refetch()}
            className="px-0 py-4"
          />
        ) : (
          <div className="flex flex-col gap-4" aria-busy>
            <Skeleton className="h-14 w-full" />
            <Skeleton className="h-14 w-full" />
          </div>
        )}
      </EntryPage>
    );
  }
  const { name, username, purpose } = invitation.data;
  const isReset = purpose === "reset";
  return (
    <EntryPage
      title={
        isReset
          ? t("invitation.resetTitle")
          : t("invitation.inviteTitle", { name: name || username })
      }
      description={isReset ? t("invitation.resetText") : t("invitation.inviteText")}
      footer={<EntryFooter />}
    >
      <InvitationForm
        invitationToken={invitationToken}
        username={username}
        onSignedIn={(user) => void enter(user, paths.interviews)}
        onChallenge={setChallenge}
        onUnavailable={() => setIsUsed(true)}
      />
    </EntryPage>
  );
}
