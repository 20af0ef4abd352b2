/** Fields of what a transcript or recording does not say about its interview. */
import { useTranslation } from "react-i18next";

import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

import type { InterviewFacts } from "../lib/import-draft";

interface FactsFieldsProps {
  facts: InterviewFacts;
  onChange: (part: Partial<InterviewFacts>) => void;
}

export function FactsFields({ facts, onChange }: FactsFieldsProps) {
  const { t } = useTranslation("interviews");
  return (
    <>
      <Field label={t("import.candidateName")}>
        {(field) => (
          <Input
            {...field}
            value={facts.candidateName}
            maxLength={300}
            onChange={(event) => onChange({ candidateName: event.target.value })}
          />
        )}
      </Field>
      <Field label={t("import.position")} optional>
        {(field) => (
          <Input
            {...field}
            value={facts.position}
            maxLength={300}
            onChange={(event) => onChange({ position: event.target.value })}
          />
        )}
      </Field>
      <Field label={t("import.heldAt")}>
        {(field) => (
          <Input
            {...field}
            type="datetime-local"
            value={facts.heldAt}
            onChange={(event) => onChange({ heldAt: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}
