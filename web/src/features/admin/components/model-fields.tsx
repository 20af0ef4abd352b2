/** What the forms for a model's file share. */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Segmented } from "@/components/ui/segmented";
import { formatBytes } from "@/lib/format";

import type { DownloadRequest } from "../api/types";

interface ModelFormProps {
  source: "download" | "upload";
  onSubmit: () => void;
  children: ReactNode;
}

/** A form with the title and explanation of its source. */
export function ModelForm({ source, onSubmit, children }: ModelFormProps) {
  const { t } = useTranslation("admin");
  const id = `model-${source}`;
  return (
    <form
      noValidate
      aria-labelledby={id}
      className="flex flex-col gap-4 border-t border-line px-4 py-4 sm:px-5"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <div>
        <h3 id={id} className="text-base font-semibold">
          {t(`models.${source}.title`)}
        </h3>
        <p className="mt-1 max-w-prose text-base text-muted">{t(`models.${source}.text`)}</p>
      </div>
      {children}
    </form>
  );
}

interface Sha256FieldProps {
  label: string;
  hint: string;
  error?: string;
  optional?: boolean;
  value: string;
  onChange: (value: string) => void;
}

export function Sha256Field({ label, hint, error, optional, value, onChange }: Sha256FieldProps) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {(control) => (
        <Input
          {...control}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={100}
          className="font-mono"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

interface ModelKindChoiceProps {
  label: string;
  value: DownloadRequest["kind"];
  onChange: (kind: DownloadRequest["kind"]) => void;
}

export function ModelKindChoice({ label, value, onChange }: ModelKindChoiceProps) {
  const { t } = useTranslation("admin");
  return (
    <Segmented
      label={label}
      value={value}
      onChange={onChange}
      options={[
        { value: "llm", label: t("models.kinds.llm") },
        { value: "speech", label: t("models.kinds.speech") },
      ]}
    />
  );
}

/** "1.2 GB of 4.7 GB". */
export function ArrivedBytes({ done, total }: { done: number; total: number }) {
  const { t } = useTranslation("admin");
  return t("models.download.amount", { done: formatBytes(done), total: formatBytes(total) });
}
