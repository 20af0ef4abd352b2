/** Form for requesting a demo. */
import { useState } from "react";
import type { UseFormRegisterReturn, UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";

import { errorText, isApiError } from "@/api/errors";
import type { Site } from "@/api/site";
import { FormError } from "@/components/form-error";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

import { useRequestDemo } from "../api/demo-request";
import { useSpamCheck } from "../hooks/use-spam-check";
import { isDemoFormProblem, type DemoForm } from "../lib/demo-form";
import { CheckFailed, isLoaded } from "../lib/spam-check";
import { SpamCheckStatus } from "./spam-check-status";

const CAPTCHA_FAILED = "CAPTCHA_FAILED";

const FIELDS = [
  { name: "name", type: "text", autoComplete: "name" },
  { name: "email", type: "email", autoComplete: "email" },
  { name: "company", type: "text", autoComplete: "organization" },
  { name: "phone", type: "tel", autoComplete: "tel" },
] as const;

interface DemoRequestFormProps {
  /** Held by the dialog, because it outlives the form for a moment. */
  form: UseFormReturn<DemoForm>;
  captcha: Site["captcha"];
  onSent: (email: string) => void;
}

export function DemoRequestForm({ form, captcha, onSent }: DemoRequestFormProps) {
  const { t } = useTranslation("landing");
  const [openedAt] = useState(() => Date.now());
  const [problem, setProblem] = useState<string | null>(null);
  const check = useSpamCheck(captcha);
  const request = useRequestDemo();
  const { errors } = form.formState;

  const fieldError = (name: (typeof FIELDS)[number]["name"]) => {
    const message = errors[name]?.message;
    return isDemoFormProblem(message) ? t(`demo.required.${message}`) : undefined;
  };

  const send = form.handleSubmit(async (values) => {
    setProblem(null);
    try {
      const recaptchaToken = await check.take();
      await request.mutateAsync({ ...values, recaptchaToken, timestamp: openedAt });
      onSent(values.email);
    } catch (error) {
      if (error instanceof CheckFailed) {
        setProblem(t(`check.${error.problem}`));
        return;
      }
      setProblem(
        isApiError(error, CAPTCHA_FAILED)
          ? t("check.failed")
          : errorText(error, t("demo.errorOccurred")),
      );
      check.restart();
    }
  });

  return (
    <form onSubmit={send} noValidate className="flex flex-col gap-4">
      {FIELDS.map(({ name, type, autoComplete }) => (
        <Field key={name} label={t(`demo.${name}`)} error={fieldError(name)}>
          {(control) => (
            <Input
              {...control}
              {...form.register(name)}
              type={type}
              autoComplete={autoComplete}
              required
            />
          )}
        </Field>
      ))}
      <Honeypot register={form.register("honeypot")} />
      <SpamCheckStatus check={check} isGoogle={captcha.kind === "recaptcha"} />
      {problem !== null && <FormError>{problem}</FormError>}
      <Button
        type="submit"
        variant="primary"
        size="lg"
        className="text-base"
        busy={form.formState.isSubmitting}
        disabled={!isLoaded(check.state)}
      >
        {form.formState.isSubmitting ? t("demo.submitting") : t("demo.submit")}
      </Button>
    </form>
  );
}

/** Honeypot field, hidden from sight, keyboard and screen readers. */
function Honeypot({ register }: { register: UseFormRegisterReturn }) {
  const { t } = useTranslation("landing");
  return (
    <div aria-hidden className="absolute -left-[9999px] size-px overflow-hidden">
      <label htmlFor="demo-website">{t("demo.honeypot")}</label>
      <input id="demo-website" type="text" tabIndex={-1} autoComplete="off" {...register} />
    </div>
  );
}
