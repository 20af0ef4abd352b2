/** Language and speech models on this machine: choose one, download another from a URL, or upload one. */
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { errorText } from "@/api/errors";
import { FormError } from "@/components/form-error";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { useToast } from "@/components/ui/toast-context";
import { formatBytes } from "@/lib/format";

import { isRunning, modelsQuery, useChooseModel } from "../api/models";
import type { StoredModel } from "../api/types";
import { ListSkeleton } from "./list-skeleton";
import { DownloadForm, DownloadState } from "./model-download";
import { ModelUpload } from "./model-upload";

export function LocalModels() {
  const { t } = useTranslation("admin");
  const models = useQuery(modelsQuery);
  return (
    <section
      aria-labelledby="local-models"
      className="min-w-0 rounded-lg border border-line bg-surface"
    >
      <h2 id="local-models" className="px-4 pt-4 pb-3 text-md font-semibold sm:px-5">
        {t("models.local.title")}
      </h2>
      {models.data ? (
        <>
          <ModelList models={models.data.models} />
          {models.data.download && <DownloadState download={models.data.download} />}
          <DownloadForm isBlocked={isRunning(models.data.download)} />
          <ModelUpload />
        </>
      ) : models.isError ? (
        <ErrorState
          title={t("models.local.errorTitle")}
          error={models.error}
          retrying={models.isFetching}
          onRetry={() => void models.refetch()}
        />
      ) : (
        <ListSkeleton label={t("models.local.loading")} />
      )}
    </section>
  );
}

function ModelList({ models }: { models: readonly StoredModel[] }) {
  const { t } = useTranslation("admin");
  const toast = useToast();
  const choose = useChooseModel();
  if (models.length === 0) {
    return (
      <p className="border-t border-line px-4 py-4 text-base text-muted sm:px-5">
        {t("models.local.empty")}
      </p>
    );
  }
  return (
    <>
      <ul className="border-t border-line">
        {models.map((model) => (
          <li
            key={model.name}
            className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2 last:border-0 sm:px-5"
          >
            <span className="min-w-0 grow basis-48">
              <span className="block text-base font-medium break-words">{model.name}</span>
              <span className="block text-sm text-muted">
                {t(`models.kinds.${model.kind}`)} · {formatBytes(model.sizeBytes)}
              </span>
            </span>
            {model.isChosen ? (
              <Badge tone="success">{t("models.local.chosen")}</Badge>
            ) : (
              <Button
                size="sm"
                className="touch-target"
                aria-label={t("models.local.useOf", { model: model.name })}
                busy={choose.isPending && choose.variables.name === model.name}
                disabled={choose.isPending}
                onClick={() =>
                  choose.mutate(model, {
                    onSuccess: () => toast.show(t("models.local.used", { model: model.name })),
                  })
                }
              >
                {t("models.local.use")}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {choose.isError && (
        <div className="px-4 pb-4 sm:px-5">
          <FormError>{errorText(choose.error, t("models.local.useFailed"))}</FormError>
        </div>
      )}
    </>
  );
}
