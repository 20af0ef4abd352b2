import { Plus } from "lucide-react";
import { useState } from "react";

import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";

import { DOCUMENT_TYPES, documentTypeLabel, type PastedType } from "../lib/file-rules";

interface PasteFormProps {
  disabled: boolean;
  onAdd: (text: string, type: PastedType) => Promise<boolean>;
}

/** '+ Add text manually': a pasted CV, cover letter or job description. */
export function PasteForm({ disabled, onAdd }: PasteFormProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [type, setType] = useState<PastedType>("cv");
  const [text, setText] = useState("");

  if (!isOpen) {
    return (
      <Button
        variant="ghost"
        size="sm"
        icon={Plus}
        className="-ml-2.5 self-start"
        aria-label="+ Add text manually"
        disabled={disabled}
        onClick={() => setIsOpen(true)}
      >
        Add text manually
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
      <Field label="Type">
        {(control) => (
          <Select
            {...control}
            value={type}
            onChange={setType}
            options={DOCUMENT_TYPES.map((value) => ({ value, label: documentTypeLabel(value) }))}
          />
        )}
      </Field>
      <Field label="Content">
        {(control) => (
          <Textarea
            {...control}
            rows={7}
            value={text}
            onChange={(event) => setText(event.target.value)}
            placeholder="Paste the text here"
          />
        )}
      </Field>
      <div className="flex justify-end gap-2">
        <Button size="sm" variant="ghost" onClick={close}>
          Cancel
        </Button>
        <Button size="sm" variant="primary" type="submit" disabled={disabled}>
          Add
        </Button>
      </div>
    </form>
  );
}
