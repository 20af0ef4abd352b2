/** '+ Add text manually': a pasted CV, cover letter or job description. */
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";

import type { PastedType } from "../lib/pasted-text";

interface PasteFormProps {
  /** Types to choose from; the first one is preselected. */
  types: readonly [PastedType, ...PastedType[]];
  disabled: boolean;
  onAdd: (text: string, type: PastedType) => Promise<boolean>;
}

export function PasteForm({ types, disabled, onAdd }: PasteFormProps) {
  const { t } = useTranslation(["documents", "common"]);
  const [isOpen, setIsOpen] = useState(false);
  const [type, setType] = useState<PastedType>(types[0]);
  const [text, setText] = useState("");

  if (!isOpen) {
    return (
      <Button
        variant="ghost"
        size="sm"
        className="-ml-2.5 self-start"
        disabled={disabled}
        onClick={() => setIsOpen(true)}
      >
        {t("paste.open")}
      </Button>
    );
  }
  const close = () => {
    setIsOpen(false);
    setText("");
  };
  return (
    <form
      className="flex flex-col gap-3 rounded-lg border border-line p-3"
      onSubmit={(event) => {
        event.preventDefault();
        void onAdd(text, type).then((isTaken) => isTaken && close());
      }}
    >
      <Field label={t("paste.type")}>
        {(control) => (
          <Select
            {...control}
            value={type}
            onChange={setType}
            options={types.map((value) => ({ value, label: t(`types.${value}`) }))}
          />
        )}
      </Field>
      <Field label={t("paste.content")}>
        {(control) => (
          <Textarea
            {...control}
            rows={7}
            value={text}
            onChange={(event) => setText(event.target.value)}
            placeholder={t("paste.placeholder")}
          />
        )}
      </Field>
      <div className="flex justify-end gap-2">
        <Button size="sm" variant="ghost" onClick={close}>
          {t("common:cancel")}
        </Button>
        <Button size="sm" variant="primary" type="submit" disabled={disabled}>
          {t("paste.add")}
        </Button>
      </div>
    </form>
  );
}
