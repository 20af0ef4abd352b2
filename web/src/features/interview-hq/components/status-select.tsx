/** Status of an interview, as a select or a badge. */
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { isStartable } from "@/api/room-access";
import type { Interview, InterviewStatus } from "@/api/types";
import { OriginBadge, InterviewStatusBadge } from "@/components/interview-status-badge";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Select } from "@/components/ui/select";

import { useUpdateInterview } from "../api/interview";
import { hqTitle } from "../lib/title";

const CHOICES = ["draft", "scheduled", "cancelled"] as const;

type Choice = (typeof CHOICES)[number];

function isChoice(status: InterviewStatus): status is Choice {
  return CHOICES.some((value) => value === status);
}

interface StatusSelectProps {
  interview: Interview;
  /** Invited people are notified of a cancellation, so it is confirmed first. */
  isInvited: boolean;
}

/**
 * Status select with optimistic update. Running and completed interviews show a badge only; a
 * cancelled interview can be reopened.
 */
export function StatusSelect({ interview, isInvited }: StatusSelectProps) {
  const { t } = useTranslation(["hq", "common"]);
  const update = useUpdateInterview(interview._id);
  const [asked, setAsked] = useState<Choice | null>(null);
  const requested = update.isPending ? update.variables.status : undefined;
  const shown = requested ?? interview.status;
  const isOpen = isStartable(interview.status);

  const choose = (status: Choice) => {
    if (status === interview.status) return;
    if (isInvited && status !== "scheduled") setAsked(status);
    else update.mutate({ status });
  };
  return (
    <>
      {isOpen ? (
        <Select
          aria-label={t("details.status")}
          value={isChoice(shown) ? shown : ""}
          onChange={choose}
          options={CHOICES.map((value) => ({
            value,
            label: t(`common:statuses.interview.${value}`),
          }))}
        />
      ) : (
        <div className="flex items-center justify-between gap-3">
          <span className="flex flex-wrap gap-1.5">
            <InterviewStatusBadge status={interview.status} />
            <OriginBadge origin={interview.origin} />
          </span>
          {interview.status === "cancelled" && (
            <Button
              size="sm"
              busy={update.isPending}
              onClick={() => update.mutate({ status: "draft" })}
            >
              {t("details.reopen")}
            </Button>
          )}
        </div>
      )}
      {update.isError && (
        <p role="alert" className="mt-1.5 text-sm text-danger-ink">
          {t("details.statusFailed")}
        </p>
      )}
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={() => setAsked(null)}
        title={t(asked === "draft" ? "details.backToDraftTitle" : "details.cancelTitle", {
          name: hqTitle(t, interview.candidateName),
        })}
        confirmLabel={t(asked === "draft" ? "details.backToDraft" : "details.cancelInterview")}
        cancelLabel={t("details.keep")}
        onConfirm={() => {
          if (asked) update.mutate({ status: asked });
          setAsked(null);
        }}
      >
        {t("details.cancellationIsSent")}
      </ConfirmDialog>
    </>
  );
}
