/** Button and dialog that share a report by a link that expires. */
import { useQuery } from "@tanstack/react-query";
import { Copy, Link2, Share2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { errorText } from "@/api/errors";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ErrorState } from "@/components/ui/error-state";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { useToast } from "@/components/ui/toast-context";
import { sharedReportLink } from "@/config/paths";
import { copyText } from "@/lib/clipboard";
import { formatDateTime } from "@/lib/format";

import {
  type ReportLink,
  reportLinksQuery,
  useCreateReportLink,
  useRevokeReportLink,
} from "../api/report-links";

const DAYS = [1, 7, 30, 90] as const;
const DEFAULT_DAYS = 7;
const MAX_LABEL_LENGTH = 100;

const STATUS_TONES: Record<ReportLink["status"], BadgeTone> = {
  active: "success",
  expired: "neutral",
  revoked: "neutral",
};

export function ShareButton({ interviewId }: { interviewId: string }) {
  const { t } = useTranslation("report");
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button icon={Share2} onClick={() => setIsOpen(true)}>
        {t("header.share")}
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title={t("share.title")}
        description={t("share.text")}
      >
        <div className="flex flex-col gap-6 pt-2">
          <NewLink interviewId={interviewId} />
          <Links interviewId={interviewId} />
        </div>
      </Dialog>
    </>
  );
}

function NewLink({ interviewId }: { interviewId: string }) {
  const { t } = useTranslation("report");
  const [label, setLabel] = useState("");
  const [days, setDays] = useState(DEFAULT_DAYS);
  const create = useCreateReportLink(interviewId);
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate({ label: label.trim(), days }, { onSuccess: () => setLabel("") });
      }}
    >
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_9rem]">
        <Field label={t("share.label")} hint={t("share.labelHint")} optional>
          {(control) => (
            <Input
              {...control}
              data-autofocus
              value={label}
              maxLength={MAX_LABEL_LENGTH}
              autoComplete="off"
              onChange={(event) => setLabel(event.target.value)}
            />
          )}
        </Field>
        <Field label={t("share.duration")}>
          {({ id }) => (
            <Select
              id={id}
              value={String(days)}
              onChange={(value) => setDays(Number(value))}
              options={DAYS.map((count) => ({
                value: String(count),
                label: t("share.days", { count }),
              }))}
            />
          )}
        </Field>
      </div>
      {create.isError && (
        <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-danger-ink">
          {errorText(create.error, t("share.createFailed"))}
        </p>
      )}
      <Button
        type="submit"
        variant="primary"
        icon={Link2}
        busy={create.isPending}
        className="self-start"
      >
        {t("share.create")}
      </Button>
      {create.data && (
        <CreatedLink key={create.data._id} link={sharedReportLink(create.data.token)} />
      )}
    </form>
  );
}

function CreatedLink({ link }: { link: string }) {
  const { t } = useTranslation("report");
  const toast = useToast();
  const copy = async () => {
    if (await copyText(link)) toast.show(t("share.copied"));
    else toast.show(t("share.copyFailed"), "error");
  };
  return (
    <div className="rounded-lg bg-accent-soft p-3">
      <p role="status" className="text-sm text-accent-ink">
        {t("share.created")}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Input
          readOnly
          aria-label={t("share.link")}
          value={link}
          className="min-w-0 grow basis-52 font-mono text-sm"
          onFocus={(event) => event.target.select()}
        />
        <Button icon={Copy} onClick={() => void copy()}>
          {t("share.copy")}
        </Button>
      </div>
    </div>
  );
}

function Links({ interviewId }: { interviewId: string }) {
  const { t } = useTranslation("report");
  const links = useQuery(reportLinksQuery(interviewId));
  return (
    <section>
      <h3 className="text-sm font-medium">{t("share.list")}</h3>
      {links.isPending ? (
        <div aria-busy className="mt-2">
          <Skeleton className="h-11 w-full" />
        </div>
      ) : links.data === undefined ? (
        <ErrorState
          title={t("share.loadFailed")}
          error={links.error}
          retrying={links.isFetching}
          onRetry={() => void links.refetch()}
          className="py-4"
        />
      ) : links.data.length === 0 ? (
        <p className="mt-1 text-muted">{t("share.none")}</p>
      ) : (
        <ul className="mt-1 divide-y divide-line">
          {links.data.map((link) => (
            <LinkRow key={link._id} interviewId={interviewId} link={link} />
          ))}
        </ul>
      )}
    </section>
  );
}

function LinkRow({ interviewId, link }: { interviewId: string; link: ReportLink }) {
  const { t } = useTranslation("report");
  const toast = useToast();
  const revoke = useRevokeReportLink(interviewId);
  const name = link.label || t("share.noLabel");
  const date = formatDateTime(link.expiresAt);
  return (
    <li className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium break-words">{name}</span>
          <Badge tone={STATUS_TONES[link.status]}>{t(`share.status.${link.status}`)}</Badge>
        </p>
        <p className="text-sm text-muted">
          {t(link.status === "expired" ? "share.expired" : "share.expires", { date })}
        </p>
      </div>
      {link.status === "active" && (
        <Button
          size="sm"
          variant="danger-ghost"
          aria-label={t("share.revokeLink", { name })}
          busy={revoke.isPending}
          onClick={() =>
            revoke.mutate(link._id, {
              onSuccess: () => toast.show(t("share.revoked")),
              onError: (error) => toast.show(errorText(error, t("share.revokeFailed")), "error"),
            })
          }
        >
          {t("share.revoke")}
        </Button>
      )}
    </li>
  );
}
