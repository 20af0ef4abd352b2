/** Fields that the forms for a model's file share. */
import { useTranslation } from "react-i18next";

import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Segmented } from "@/components/ui/segmented";

import type { DownloadRequest } from "../api/types";

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
