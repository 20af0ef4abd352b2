/** Dialog that saves the current questions as a template. */
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useToast } from "@/components/ui/toast-context";

import { useTemplateEdits } from "../api/templates";
import { editErrorMessage } from "../lib/question-errors";
import { MAX_TEMPLATE_NAME } from "../lib/template-search";

interface SaveTemplateDialogProps {
  interviewId: string;
  count: number;
  onClose: () => void;
}

export function SaveTemplateDialog({ interviewId, count, onClose }: SaveTemplateDialogProps) {
  const { t } = useTranslation(["questions", "common"]);
  const toast = useToast();
  const { save } = useTemplateEdits();
  const [name, setName] = useState("");
  const [isShared, setIsShared] = useState(false);
  const submit = () =>
    save.mutate(
      { name: name.trim(), interviewId, isShared },
      {
        onSuccess: ({ data }) => {
          toast.show(t("templates.saved", { name: data.name }));
          onClose();
        },
      },
    );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("templates.saveTitle")}
      description={t("templates.saveText", { count })}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t("common:cancel")}
          </Button>
          <Button
            variant="primary"
            type="submit"
            form="save-template"
            busy={save.isPending}
            disabled={name.trim() === ""}
          >
            {t("templates.save")}
          </Button>
        </>
      }
    >
      <form
        id="save-template"
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== "") submit();
        }}
      >
        <Field label={t("templates.name")}>
          {(control) => (
            <Input
              {...control}
              maxLength={MAX_TEMPLATE_NAME}
              autoComplete="off"
              placeholder={t("templates.nameExample")}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <Checkbox
          label={t("templates.share")}
          hint={t("templates.shareHint")}
          checked={isShared}
          onChange={setIsShared}
        />
        {save.isError && (
          <p role="alert" className="text-danger-ink">
            {editErrorMessage(t, "saveTemplate", save.error)}
          </p>
        )}
      </form>
    </Dialog>
  );
}
