/** Sessions section of the profile. */
import { useQuery } from "@tanstack/react-query";
import { Laptop, Smartphone } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { errorText } from "@/api/errors";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { useToast } from "@/components/ui/toast-context";
import { formatDateTime } from "@/lib/format";

import {
  sessionsQuery,
  useEndSession,
  useSignOutEverywhere,
  type SessionView,
} from "../api/sessions";
import { parseDevice } from "../lib/device";
import { ProfileSection } from "./profile-section";

function thisDeviceFirst(one: SessionView, other: SessionView): number {
  return Number(other.isCurrent) - Number(one.isCurrent);
}

function SessionRow({ session }: { session: SessionView }) {
  const { t } = useTranslation("account");
  const toast = useToast();
  const end = useEndSession();
  const { browser, system, isHandheld } = parseDevice(session.device);
  const Icon = isHandheld ? Smartphone : Laptop;
  const name =
    browser !== null && system !== null
      ? t("sessions.browserOnSystem", { browser, system })
      : (browser ?? system ?? t("sessions.unknownDevice"));
  return (
    <li className="flex items-center gap-3 py-3 first:pt-0">
      <Icon size={20} className="shrink-0 text-muted" aria-hidden />
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {name}
          {session.isCurrent && <Badge tone="accent">{t("sessions.thisDevice")}</Badge>}
        </p>
        <p className="text-sm text-muted">
          {t(`sessions.methods.${session.method}`, { date: formatDateTime(session.createdAt) })}
          {session.lastUsedAt !== null && !session.isCurrent && (
            <>
              {" · "}
              {t("sessions.lastUsed", { date: formatDateTime(session.lastUsedAt) })}
            </>
          )}
        </p>
      </div>
      {!session.isCurrent && (
        <Button
          size="sm"
          busy={end.isPending}
          aria-label={t("sessions.endLabel", { device: name })}
          onClick={() =>
            end.mutate(session._id, {
              onSuccess: () => toast.show(t("sessions.ended")),
              onError: (error) => toast.show(errorText(error, t("sessions.endFailed")), "error"),
            })
          }
        >
          {t("sessions.end")}
        </Button>
      )}
    </li>
  );
}

export function SessionsSection() {
  const { t } = useTranslation("account");
  const sessions = useQuery(sessionsQuery);
  const signOut = useSignOutEverywhere();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <ProfileSection title={t("sessions.title")} description={t("sessions.description")}>
      {sessions.data ? (
        <ul className="divide-y divide-line">
          {[...sessions.data].sort(thisDeviceFirst).map((session) => (
            <SessionRow key={session._id} session={session} />
          ))}
        </ul>
      ) : sessions.isError ? (
        <ErrorState
          title={t("sessions.loadFailed")}
          error={sessions.error}
          retrying={sessions.isFetching}
          onRetry={() => void sessions.refetch()}
          className="px-0 py-4"
        />
      ) : (
        <div className="flex flex-col gap-3" aria-busy>
          <Skeleton className="h-10 w-full" />
          <Skeleton className="h-10 w-full" />
        </div>
      )}
      <div className="flex justify-end border-t border-line pt-4">
        <Button variant="danger-ghost" onClick={() => setIsAsking(true)}>
          {t("sessions.everywhere")}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={(open) => {
          setIsAsking(open);
          signOut.reset();
        }}
        title={t("sessions.everywhereTitle")}
        confirmLabel={t("sessions.everywhere")}
        busyLabel={t("sessions.leaving")}
        busy={signOut.isPending}
        error={signOut.isError ? errorText(signOut.error, t("sessions.everywhereFailed")) : null}
        onConfirm={() => signOut.mutate()}
      >
        {t("sessions.everywhereText")}
      </ConfirmDialog>
    </ProfileSection>
  );
}
