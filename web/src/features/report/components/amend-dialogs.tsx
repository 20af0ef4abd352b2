/** Dialogs that reword, strike and restore a finding. */
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { errorText } from "@/api/errors";
import { FormError } from "@/components/form-error";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { useToast } from "@/components/ui/toast-context";

import { useAmendFinding } from "../api/amend-finding";
import type { Amendment } from "../api/types";

const MAX_TITLE = 300;
const MAX_DESCRIPTION = 5000;
const MAX_REASON = 2000;

/** What the dialogs need of a finding of any kind. */
export interface AmendableFinding {
  key: string;
  /** What people call it. */
  name: string;
  /** The texts that can be reworded; null for a finding that consists of quotes. */
  wording: { title: string; description: string } | null;
  amendment: Amendment | null;
}

interface AmendDialogProps {
  interviewId: string;
  finding: AmendableFinding;
  onClose: () => void;
}

export function RewordDialog({ interviewId, finding, onClose }: AmendDialogProps) {
  const { t } = useTranslation(["report", "common"]);
  const amend = useAmendFinding(interviewId, finding.key);
  const toast = useToast();
  const [title, setTitle] = useState(finding.wording?.title ?? "");
  const [description, setDescription] = useState(finding.wording?.description ?? "");
  const [reason, setReason] = useState(finding.amendment?.reason ?? "");
  const save = () =>
    amend.mutate(
      { isStruck: false, title: title.trim() || null, description: description.trim(), reason },
      {
        onSuccess: () => {
          toast.show(t("amend.reworded"));
          onClose();
        },
      },
    );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("amend.rewordTitle")}
      description={t("amend.rewordHint")}
      footer={
        <>
          <Button onClick={onClose}>{t("common:cancel")}</Button>
          <Button variant="primary" busy={amend.isPending} onClick={save}>
            {t("amend.save")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label={t("amend.title")}>
          {(control) => (
            <Input
              {...control}
              maxLength={MAX_TITLE}
              value={title}
              onChange={(event) => setTitle(event.target.value)}
            />
          )}
        </Field>
        <Field label={t("amend.description")}>
          {(control) => (
            <Textarea
              {...control}
              maxLength={MAX_DESCRIPTION}
              value={description}
              onChange={(event) => setDescription(event.target.value)}
            />
          )}
        </Field>
        <Field label={t("amend.reason")} optional>
          {(control) => (
            <Input
              {...control}
              maxLength={MAX_REASON}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
        {amend.isError && <FormError>{errorText(amend.error, t("amend.failed"))}</FormError>}
      </div>
    </Dialog>
  );
}

export function StrikeDialog({ interviewId, finding, onClose }: AmendDialogProps) {
  const { t } = useTranslation(["report", "common"]);
  const amend = useAmendFinding(interviewId, finding.key);
  const toast = useToast();
  const [reason, setReason] = useState("");
  const [isTried, setIsTried] = useState(false);
  const strike = () => {
    setIsTried(true);
    if (reason.trim() === "") return;
    const reworded = finding.amendment?.isReworded ? finding.wording : null;
    amend.mutate(
      {
        isStruck: true,
        title: reworded === null || reworded.title === "" ? null : reworded.title,
        description: reworded?.description ?? null,
        reason,
      },
      {
        onSuccess: () => {
          toast.show(t("amend.struck"));
          onClose();
        },
      },
    );
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("amend.strikeTitle", { title: finding.name })}
      description={t("amend.strikeHint")}
      footer={
        <>
          <Button onClick={onClose}>{t("common:cancel")}</Button>
          <Button variant="danger" busy={amend.isPending} onClick={strike}>
            {t("amend.strikeConfirm")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field
          label={t("amend.reason")}
          error={isTried && reason.trim() === "" ? t("amend.reasonNeeded") : undefined}
        >
          {(control) => (
            <Textarea
              {...control}
              data-autofocus
              rows={3}
              maxLength={MAX_REASON}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
        {amend.isError && <FormError>{errorText(amend.error, t("amend.failed"))}</FormError>}
      </div>
    </Dialog>
  );
}

export function RestoreDialog({ interviewId, finding, onClose }: AmendDialogProps) {
  const { t } = useTranslation("report");
  const amend = useAmendFinding(interviewId, finding.key);
  const toast = useToast();
  const restore = () =>
    amend.mutate(
      { isStruck: false, title: null, description: null, reason: "" },
      {
        onSuccess: () => {
          toast.show(t("amend.restored"));
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("amend.restoreTitle", { title: finding.name })}
      confirmLabel={t("amend.restoreConfirm")}
      tone="primary"
      busy={amend.isPending}
      error={amend.isError ? errorText(amend.error, t("amend.failed")) : null}
      onConfirm={restore}
    >
      {t("amend.restoreText")}
    </ConfirmDialog>
  );
}
