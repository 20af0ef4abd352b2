/** Download of a model from a URL: form, progress and result. */
import { CircleCheck } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { errorText, isApiError, serverSentence } from "@/api/errors";
import { findProblem } from "@/api/field-problems";
import { FormError } from "@/components/form-error";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Progress } from "@/components/ui/progress";

import { isRunning, useCancelDownload, useDownloadModel } from "../api/models";
import type { ModelDownload } from "../api/types";
import { ArrivedBytes, ModelForm, ModelKindChoice, Sha256Field } from "./model-fields";

export function DownloadForm({ isBlocked }: { isBlocked: boolean }) {
  const { t } = useTranslation("admin");
  const [url, setUrl] = useState("");
  const [sha256, setSha256] = useState("");
  const [kind, setKind] = useState<"llm" | "speech">("llm");
  const start = useDownloadModel();
  const fields = isApiError(start.error) ? start.error.fields : [];
  const problems = {
    url: findProblem(fields, "url"),
    sha256: findProblem(fields, "sha256"),
    kind: findProblem(fields, "kind"),
  };
  const isComplete = url.trim() !== "" && sha256.trim() !== "";
  return (
    <ModelForm
      source="download"
      onSubmit={() => {
        if (isComplete && !isBlocked && !start.isPending) start.mutate({ url, sha256, kind });
      }}
    >
      <Field
        label={t("models.download.url")}
        hint={t("models.download.urlHint")}
        error={problems.url}
      >
        {(control) => (
          <Input
            {...control}
            type="url"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            maxLength={2000}
            value={url}
            onChange={(event) => setUrl(event.target.value)}
          />
        )}
      </Field>
      <Sha256Field
        label={t("models.download.sha256")}
        hint={t("models.download.sha256Hint")}
        error={problems.sha256}
        value={sha256}
        onChange={setSha256}
      />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <ModelKindChoice label={t("models.download.kind")} value={kind} onChange={setKind} />
        <Button
          type="submit"
          busy={start.isPending}
          disabled={!isComplete || isBlocked}
          className="max-sm:h-11"
        >
          {start.isPending ? t("models.download.starting") : t("models.download.start")}
        </Button>
      </div>
      {problems.kind && <FormError>{problems.kind}</FormError>}
      {start.isError && !problems.url && !problems.sha256 && !problems.kind && (
        <FormError>{errorText(start.error, t("models.download.startFailed"))}</FormError>
      )}
    </ModelForm>
  );
}

export function DownloadState({ download }: { download: ModelDownload }) {
  const { t } = useTranslation("admin");
  const model = download.name;
  if (isRunning(download)) return <Running download={download} />;
  return (
    <div className="border-t border-line px-4 py-4 sm:px-5">
      {download.problem ? (
        <FormError>{serverSentence(download.problem.code, download.problem.message)}</FormError>
      ) : (
        <p role="status" className="flex gap-2.5 text-base">
          {download.phase === "done" && (
            <CircleCheck size={18} className="mt-0.5 shrink-0 text-accent" aria-hidden />
          )}
          {t(download.phase === "done" ? "models.download.done" : "models.download.cancelled", {
            model,
          })}
        </p>
      )}
    </div>
  );
}

function Running({ download }: { download: ModelDownload }) {
  const { t } = useTranslation("admin");
  const cancel = useCancelDownload();
  const { doneBytes, totalBytes } = download;
  const label = t(
    download.phase === "verifying" ? "models.download.verifying" : "models.download.running",
    { model: download.name },
  );
  return (
    <div className="flex flex-col gap-3 border-t border-line px-4 py-4 sm:px-5">
      <p role="status" className="text-base font-medium break-words">
        {label}
      </p>
      <Progress share={totalBytes > 0 ? doneBytes / totalBytes : null} label={label} />
      <div className="flex min-h-9 items-center justify-between gap-3 text-sm text-muted">
        <span className="tabular-nums">
          {totalBytes > 0 && <ArrivedBytes done={doneBytes} total={totalBytes} />}
        </span>
        <Button className="max-sm:h-11" busy={cancel.isPending} onClick={() => cancel.mutate()}>
          {t("models.download.cancel")}
        </Button>
      </div>
      {cancel.isError && (
        <FormError>{errorText(cancel.error, t("models.download.cancelFailed"))}</FormError>
      )}
    </div>
  );
}
