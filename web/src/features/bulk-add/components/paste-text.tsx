/** '+ Paste text manually': adds a pasted text as a file. */
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/textarea";

export function PasteText({ onAdd }: { onAdd: (text: string) => void }) {
  const { t } = useTranslation(["bulk", "common"]);
  const [isOpen, setIsOpen] = useState(false);
  const [text, setText] = useState("");
  if (!isOpen) {
    return (
      <Button
        variant="ghost"
        size="sm"
        className="-ml-2.5 self-start text-accent-ink"
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
      className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() === "") return;
        onAdd(text);
        close();
      }}
    >
      <Field label={t("paste.label")}>
        {(control) => (
          <Textarea
            {...control}
            rows={8}
            value={text}
            placeholder={t("paste.placeholder")}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <div className="flex justify-end gap-2">
        <Button size="sm" variant="ghost" onClick={close}>
          {t("common:cancel")}
        </Button>
        <Button size="sm" variant="primary" type="submit">
          {t("paste.add")}
        </Button>
      </div>
    </form>
  );
}
