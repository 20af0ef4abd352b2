/** Table of the AI engines: state, model and queue of each. */
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { Badge } from "@/components/ui/badge";
import { ErrorState } from "@/components/ui/error-state";
import { Cell, HeadCell, Row, Table } from "@/components/ui/table";
import { formatNumber } from "@/lib/format";

import { healthQuery } from "../api/engines";
import type { Engine, EngineProblem } from "../api/types";
import { problemText } from "../lib/engine-problems";
import { ListSkeleton } from "./list-skeleton";

const TONES = {
  ready: "success",
  starting: "warning",
  stopped: "neutral",
  failed: "danger",
} as const;

function ProblemText({ problem }: { problem: EngineProblem }) {
  const { t } = useTranslation("admin");
  return (
    <>
      <p className="mt-1 text-sm wrap-anywhere text-muted">{problemText(t, problem)}</p>
      {problem.technicalText && (
        <p translate="no" className="mt-1 font-mono text-xs wrap-anywhere text-muted">
          {problem.technicalText}
        </p>
      )}
    </>
  );
}

function EngineRow({ engine }: { engine: Engine }) {
  const { t } = useTranslation("admin");
  const count = (value: number | null | undefined) => formatNumber(value ?? 0);
  return (
    <Row>
      <Cell className="h-11 font-medium">
        {t(`models.kinds.${engine.kind}`)}
        {/* On narrow screens the columns become lines. */}
        <span className="mt-0.5 block text-sm font-normal wrap-anywhere text-muted tabular-nums md:hidden">
          {engine.model}
          <br />
          {t("models.counts", {
            running: count(engine.running),
            queued: count(engine.queued),
            restarts: count(engine.restarts),
          })}
        </span>
      </Cell>
      <Cell className="h-11">
        <Badge tone={TONES[engine.state]}>{t(`models.states.${engine.state}`)}</Badge>
        {engine.problem && <ProblemText problem={engine.problem} />}
      </Cell>
      <Cell className="h-11 break-words max-md:hidden">{engine.model}</Cell>
      <Cell className="h-11 text-right tabular-nums max-md:hidden">{count(engine.running)}</Cell>
      <Cell className="h-11 text-right tabular-nums max-md:hidden">{count(engine.queued)}</Cell>
      <Cell className="h-11 text-right tabular-nums max-md:hidden">{count(engine.restarts)}</Cell>
    </Row>
  );
}

export function EngineTable() {
  const { t } = useTranslation("admin");
  const health = useQuery(healthQuery);
  if (health.data) {
    return (
      <Table aria-label={t("models.engines")} className="md:min-w-3xl">
        <thead>
          <tr>
            <HeadCell>{t("models.engine")}</HeadCell>
            <HeadCell>{t("models.state")}</HeadCell>
            <HeadCell className="max-md:hidden">{t("models.model")}</HeadCell>
            <HeadCell className="text-right max-md:hidden">{t("models.running")}</HeadCell>
            <HeadCell className="text-right max-md:hidden">{t("models.queued")}</HeadCell>
            <HeadCell className="text-right max-md:hidden">{t("models.restarts")}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {health.data.engines.map((engine) => (
            <EngineRow key={engine.kind} engine={engine} />
          ))}
        </tbody>
      </Table>
    );
  }
  return health.isError ? (
    <ErrorState
      title={t("models.errorTitle")}
      error={health.error}
      retrying={health.isFetching}
      onRetry={() => void health.refetch()}
      className="rounded-lg border border-line bg-surface"
    />
  ) : (
    <ListSkeleton label={t("models.loading")} />
  );
}
