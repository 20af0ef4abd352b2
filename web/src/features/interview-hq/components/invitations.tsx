/** Invitations of an interview with their delivery state. */
import { useMutation } from "@tanstack/react-query";
import { CalendarArrowDown, CircleCheck, Send } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { emailFailureText } from "@/api/email-failures";
import { errorText, isApiError } from "@/api/errors";
import type { Interview } from "@/api/types";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { DropdownMenu, MenuItem } from "@/components/ui/dropdown-menu";
import { GatedButton } from "@/components/ui/gated-button";
import { useToast } from "@/components/ui/toast-context";
import { formatDateTime } from "@/lib/format";
import { saveFile } from "@/lib/save-file";

import { type Invitation, type InvitedRole, readCalendarFile } from "../api/invitations";
import type { Invites } from "../hooks/use-invites";
import { isAddress } from "../lib/schedule";

const ROLES = ["candidate", "recruiter"] as const satisfies readonly InvitedRole[];

const DELIVERY_TONES: Record<Invitation["delivery"], BadgeTone> = {
  waiting: "info",
  sent: "success",
  failed: "danger",
  forgotten: "neutral",
};

interface InvitationsProps {
  interview: Interview;
  isOpen: boolean;
  invites: Invites;
}

export function Invitations({ interview, isOpen, invites }: InvitationsProps) {
  const { t } = useTranslation("hq");
  const { invitations, isSending, isSent, error } = invites;
  const [openedAt] = useState(() => new Date());
  const isPast = interview.scheduledDate !== null && new Date(interview.scheduledDate) <= openedAt;
  const reason = !isAddress(interview.candidateEmail)
    ? t("invites.invalidEmail")
    : isPast
      ? t("invites.past")
      : null;
  return (
    <div>
      <dt className="mb-1 text-xs text-muted">{t("invites.title")}</dt>
      <dd className="flex flex-col gap-2.5">
        {invitations.length === 0 ? (
          <p className="text-muted">{t("invites.none")}</p>
        ) : (
          <ul className="flex flex-col gap-2.5 border-l-2 border-line pl-3">
            {invitations.map((invitation) => (
              <InvitationRow key={invitation._id} invitation={invitation} />
            ))}
          </ul>
        )}
        {isOpen && (
          <div className="flex flex-wrap gap-1.5">
            <GatedButton
              size="sm"
              icon={Send}
              reason={reason}
              busy={isSending}
              onClick={() => invites.send(interview)}
            >
              {t(invites.isInvited ? "invites.sendAgain" : "invites.send")}
            </GatedButton>
            <CalendarFile interviewId={interview._id} />
          </div>
        )}
        {isSent && (
          <p role="status" className="flex items-center gap-1.5 text-sm text-success-ink">
            <CircleCheck size={15} aria-hidden /> {t("invites.sent")}
          </p>
        )}
        {error && !isSent && (
          <div
            role="alert"
            className={
              isApiError(error, "MAIL_NOT_SET_UP")
                ? "rounded-md bg-warning-soft px-3 py-2 text-sm text-warning-ink"
                : "rounded-md bg-danger-soft px-3 py-2 text-sm text-danger-ink"
            }
          >
            {errorText(error, t("invites.failed"))}
          </div>
        )}
      </dd>
    </div>
  );
}

function InvitationRow({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation("hq");
  const { role, recipient, method, delivery, failure, writtenAt } = invitation;
  const kind = method === "CANCEL" ? "cancel" : "request";
  return (
    <li>
      <div className="flex items-center justify-between gap-3">
        <span className="text-sm font-medium">{t(`invites.roles.${role}`)}</span>
        <Badge
          tone={kind === "cancel" && delivery === "sent" ? "neutral" : DELIVERY_TONES[delivery]}
        >
          {t(`invites.delivery.${kind}.${delivery}`)}
        </Badge>
      </div>
      <p className="truncate text-sm" title={recipient}>
        {recipient}
      </p>
      <p className="text-xs text-muted">{formatDateTime(writtenAt)}</p>
      {failure && delivery !== "sent" && (
        <p className="mt-0.5 text-sm break-words text-danger-ink">{emailFailureText(failure)}</p>
      )}
    </li>
  );
}

/** Calendar files, for servers without email. Candidate and recruiter have different join links. */
function CalendarFile({ interviewId }: { interviewId: string }) {
  const { t } = useTranslation("hq");
  const toast = useToast();
  const download = useMutation({
    mutationFn: (role: InvitedRole) => readCalendarFile(interviewId, role),
    onSuccess: (file, role) => saveFile(file.content, file.name ?? `interview-${role}.ics`),
    onError: (error) => toast.show(errorText(error, t("invites.fileFailed")), "error"),
  });
  return (
    <DropdownMenu
      align="start"
      trigger={
        <Button size="sm" icon={CalendarArrowDown} busy={download.isPending}>
          {t("invites.file")}
        </Button>
      }
    >
      {ROLES.map((role) => (
        <MenuItem key={role} onSelect={() => download.mutate(role)}>
          {t(`invites.fileFor.${role}`)}
        </MenuItem>
      ))}
    </DropdownMenu>
  );
}
