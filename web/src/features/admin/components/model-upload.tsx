/** Upload of a model from a file on this computer. */
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { errorText } from "@/api/errors";
import { FormError } from "@/components/form-error";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { FileInput } from "@/components/ui/file-input";
import { Progress } from "@/components/ui/progress";
import { useToast } from "@/components/ui/toast-context";

import { useUploadModel } from "../api/models";
import { ArrivedBytes, ModelForm, ModelKindChoice, Sha256Field } from "./model-fields";

export function ModelUpload() {
  const { t } = useTranslation("admin");
  const toast = useToast();
  const [file, setFile] = useState<File | null>(null);
  const [sha256, setSha256] = useState("");
  const [kind, setKind] = useState<"llm" | "speech">("llm");
  const [doneBytes, setDoneBytes] = useState(0);
  const upload = useUploadModel();
  const submit = () => {
    if (file === null || upload.isPending) return;
    setDoneBytes(0);
    upload.mutate(
      { file, kind, sha256, onProgress: setDoneBytes },
      { onSuccess: () => toast.show(t("models.upload.done", { file: file.name })) },
    );
  };
  return (
    <ModelForm source="upload" onSubmit={submit}>
      <Field label={t("models.upload.file")}>
        {(control) => (
          <FileInput
            {...control}
            accept=".gguf,.bin"
            disabled={upload.isPending}
            onChange={setFile}
          />
        )}
      </Field>
      <Sha256Field
        label={t("models.upload.sha256")}
        hint={t("models.upload.sha256Hint")}
        optional
        value={sha256}
        onChange={setSha256}
      />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <ModelKindChoice label={t("models.upload.kind")} value={kind} onChange={setKind} />
        <Button
          type="submit"
          busy={upload.isPending}
          disabled={file === null}
          className="max-sm:h-11"
        >
          {upload.isPending ? t("models.upload.running") : t("models.upload.start")}
        </Button>
      </div>
      {upload.isPending && file && (
        <div className="flex flex-col gap-2">
          <Progress
            share={doneBytes < file.size ? doneBytes / file.size : null}
            label={t("models.upload.running")}
          />
          <p role="status" className="text-sm text-muted tabular-nums">
            {doneBytes < file.size ? (
              <ArrivedBytes done={doneBytes} total={file.size} />
            ) : (
              t("models.upload.verifying")
            )}
          </p>
        </div>
      )}
      {upload.isError && (
        <FormError>{errorText(upload.error, t("models.upload.failed"))}</FormError>
      )}
    </ModelForm>
  );
}
