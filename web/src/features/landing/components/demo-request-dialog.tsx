/** Dialog for requesting a demo. */
import { zodResolver } from "@hookform/resolvers/zod";
import { CircleCheck } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";

import type { Site } from "@/api/site";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";

import { demoForm, type DemoForm } from "../lib/demo-form";
import { DemoRequestForm } from "./demo-request-form";

/** Delay before a closed form is reset, so that the change is not visible while it closes. */
const RESET_AFTER_MS = 300;

interface DemoRequestDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  captcha: Site["captcha"];
}

export function DemoRequestDialog({ open, onOpenChange, captcha }: DemoRequestDialogProps) {
  const { t } = useTranslation("landing");
  const [sentFrom, setSentFrom] = useState<string | null>(null);
  const form = useForm<DemoForm>({
    resolver: zodResolver(demoForm),
    defaultValues: { name: "", email: "", company: "", phone: "", honeypot: "" },
  });
  const { reset } = form;

  useEffect(() => {
    if (open) return undefined;
    const timer = window.setTimeout(() => {
      setSentFrom(null);
      reset();
    }, RESET_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [open, reset]);

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      width="sm"
      title={t("demo.title")}
      description={sentFrom === null ? t("demo.description") : undefined}
    >
      {sentFrom === null ? (
        <DemoRequestForm form={form} captcha={captcha} onSent={setSentFrom} />
      ) : (
        <Thanks email={sentFrom} onClose={() => onOpenChange(false)} />
      )}
    </Dialog>
  );
}

function Thanks({ email, onClose }: { email: string; onClose: () => void }) {
  const { t } = useTranslation("landing");
  const heading = useRef<HTMLHeadingElement>(null);
  // The pressed button was removed, so the focus moves to the message for screen reader users.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="flex flex-col items-center py-6 text-center">
      <span className="mb-4 flex size-12 items-center justify-center rounded-full bg-accent-soft text-accent-ink">
        <CircleCheck size={24} strokeWidth={1.75} aria-hidden />
      </span>
      <h3 ref={heading} tabIndex={-1} className="text-lg font-semibold outline-none">
        {t("demo.thanksTitle")}
      </h3>
      <p className="mt-1.5 max-w-xs text-base text-balance break-words text-muted">
        {t("demo.thanks", { email })}
      </p>
      <Button className="mt-6" onClick={onClose}>
        {t("demo.done")}
      </Button>
    </div>
  );
}
