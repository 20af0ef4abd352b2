/** Models in the setup: their state, a download, a written and a spoken test, and the measurement. */
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { errorText } from "@/api/errors";
import { FormError } from "@/components/form-error";
import { Button } from "@/components/ui/button";
import { formatNumber } from "@/lib/format";

import { setupQuery, useMeasureMachine, useWriteSentence } from "../../api/setup";
import { EngineTable } from "../engine-table";
import { LocalModels } from "../local-models";
import { SpokenTest } from "./spoken-test";

export function ModelTests() {
  const { t } = useTranslation("setup");
  return (
    <div className="flex flex-col gap-4 border-t border-line px-4 py-4 sm:px-5">
      <div className="min-w-0 overflow-x-auto">
        <EngineTable />
      </div>
      <section aria-labelledby="model-tests" className="rounded-lg border border-line">
        <h2 id="model-tests" className="px-4 pt-4 pb-3 text-md font-semibold sm:px-5">
          {t("models.tests")}
        </h2>
        <div className="flex flex-col gap-4 border-t border-line px-4 py-4 sm:px-5">
          <WrittenTest />
          <SpokenTest />
          <Measurement />
        </div>
      </section>
      <LocalModels />
    </div>
  );
}

export function WrittenTest() {
  const { t } = useTranslation("setup");
  const write = useWriteSentence();
  return (
    <div className="flex flex-col items-start gap-2">
      <Button busy={write.isPending} onClick={() => write.mutate()}>
        {write.isPending ? t("models.writing") : t("models.write")}
      </Button>
      {write.data && (
        <p role="status" className="max-w-prose text-base">
          <span className="text-muted">
            {t("models.written", {
              model: write.data.model,
              seconds: formatNumber(write.data.seconds),
            })}
          </span>{" "}
          {write.data.text}
        </p>
      )}
      {write.isError && <FormError>{errorText(write.error, t("models.writeFailed"))}</FormError>}
    </div>
  );
}

function Measurement() {
  const { t } = useTranslation("setup");
  const capacity = useQuery(setupQuery).data?.capacity;
  const measure = useMeasureMachine();
  return (
    <div className="flex flex-col items-start gap-2">
      <p role="status" className="max-w-prose text-base">
        {capacity
          ? t("models.capacity", {
              count: capacity.interviews,
              number: formatNumber(capacity.interviews),
              model: capacity.model,
            })
          : t("models.notMeasured")}
      </p>
      <Button busy={measure.isPending} onClick={() => measure.mutate()}>
        {measure.isPending ? t("models.measuring") : t("models.measure")}
      </Button>
      <p className="max-w-prose text-sm text-muted">{t("models.measureHint")}</p>
      {measure.isError && (
        <FormError>{errorText(measure.error, t("models.measureFailed"))}</FormError>
      )}
    </div>
  );
}
