/** Table of usage by source and model. */
import { useId } from "react";
import { useTranslation } from "react-i18next";

import { Cell, HeadCell, Row, Table } from "@/components/ui/table";
import { formatDollars, formatNumber } from "@/lib/format";

import type { SourceUsage } from "../../api/types";
import { formatDuration } from "../../lib/schedule";

interface SourceTableProps {
  title: string;
  rows: readonly SourceUsage[];
  /** For speech: shows the minutes of audio. */
  hasAudio?: boolean;
}

export function SourceTable({ title, rows, hasAudio = false }: SourceTableProps) {
  const { t } = useTranslation("admin");
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <h3 id={id} className="text-base font-semibold">
        {title}
      </h3>
      {rows.length === 0 ? (
        <p className="text-base text-muted">{t("usage.none")}</p>
      ) : (
        <Table aria-labelledby={id} className="min-w-4xl">
          <thead>
            <tr>
              <HeadCell>{t("usage.source")}</HeadCell>
              <HeadCell>{t("usage.provider")}</HeadCell>
              <HeadCell>{t("usage.model")}</HeadCell>
              <HeadCell className="text-right">{t("usage.calls")}</HeadCell>
              <HeadCell className="text-right">{t("usage.inputTokens")}</HeadCell>
              <HeadCell className="text-right">{t("usage.outputTokens")}</HeadCell>
              {hasAudio && <HeadCell className="text-right">{t("usage.audioMinutes")}</HeadCell>}
              <HeadCell className="text-right">{t("usage.avgDuration")}</HeadCell>
              <HeadCell className="text-right">{t("usage.cost")}</HeadCell>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={`${row.source} ${row.provider} ${row.model}`}>
                <Cell className="h-11 font-medium">{t(`usage.sources.${row.source}`)}</Cell>
                <Cell className="h-11">{t(`usage.providers.${row.provider}`, row.provider)}</Cell>
                <Cell className="h-11 max-w-60 truncate" title={row.model}>
                  {row.model}
                </Cell>
                <Cell className="h-11 text-right tabular-nums">
                  {formatNumber(row.totalCalls)}
                  {row.failedCalls > 0 && (
                    <span className="block text-xs text-muted">
                      {t("usage.failed", { count: row.failedCalls })}
                    </span>
                  )}
                </Cell>
                <Cell className="h-11 text-right tabular-nums">
                  {formatNumber(row.totalInputTokens)}
                </Cell>
                <Cell className="h-11 text-right tabular-nums">
                  {formatNumber(row.totalOutputTokens)}
                </Cell>
                {hasAudio && (
                  <Cell className="h-11 text-right tabular-nums">
                    {formatNumber(row.totalAudioMinutes, 1)}
                  </Cell>
                )}
                <Cell className="h-11 text-right tabular-nums">
                  {formatDuration(row.avgDuration, t)}
                </Cell>
                <Cell className="h-11 text-right tabular-nums">{formatDollars(row.totalCost)}</Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      )}
    </section>
  );
}
