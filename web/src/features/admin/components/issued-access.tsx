import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { TOAST_MS } from "@/config/constants";
import { useTransient } from "@/hooks/use-transient";
import { copyText } from "@/lib/clipboard";

import type { IssuedAccess } from "../api/types";
import { nameOf } from "../lib/user-filters";

/** A text that is to be copied, shown whole, with its button. */
export function CopyField({ label, text }: { label: string; text: string }) {
  const { t } = useTranslation("admin");
  const [copied, setCopied] = useTransient<true>(TOAST_MS);
  const [refused, setRefused] = useState(false);
  const copy = async () => {
    const worked = await copyText(text);
    setRefused(!worked);
    if (worked) setCopied(true);
  };
  return (
    <Field label={label} error={refused ? t("access.copyFailed") : undefined}>
      {(control) => (
        <div className="flex gap-2">
          <Input
            {...control}
            readOnly
            value={text}
            onFocus={(event) => event.target.select()}
            className="font-mono text-sm"
          />
          <Button
            icon={copied ? Check : Copy}
            onClick={() => void copy()}
            className="max-sm:h-11"
            aria-live="polite"
          >
            {copied ? t("access.copied") : t("access.copy")}
          </Button>
        </div>
      )}
    </Field>
  );
}

interface IssuedAccessDialogProps {
  access: IssuedAccess;
  purpose: "invite" | "reset";
  onClose: () => void;
}

/** What lets somebody in, shown once. A stray click beside it must not lose it. */
export function IssuedAccessDialog({ access, purpose, onClose }: IssuedAccessDialogProps) {
  const { t } = useTranslation("admin");
  const name = nameOf(access.user);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      dismissible={false}
      title={
        purpose === "invite" ? t("access.createdTitle", { name }) : t("access.resetTitle", { name })
      }
      description={t("access.once")}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t("access.done")}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        {purpose === "invite" && (
          <CopyField label={t("form.username")} text={access.user.username} />
        )}
        {access.oneTimePassword !== null && (
          <CopyField label={t("access.oneTimePassword")} text={access.oneTimePassword} />
        )}
        {access.inviteLink !== null && (
          <CopyField label={t("access.inviteLink")} text={access.inviteLink} />
        )}
        <p className="text-base text-muted">
          {access.isMailed
            ? t("access.mailed", { email: access.user.email })
            : t("access.notMailed")}
        </p>
      </div>
    </Dialog>
  );
}
