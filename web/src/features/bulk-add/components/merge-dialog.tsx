/** Dialog that compares a document with the record it would be merged into. */
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { Badge, type BadgeTone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { cn } from "@/lib/cn";

import { mergeQuery } from "../api/batches";
import type { MergeChange } from "../api/types";
import { fieldKey, plainFieldName, valueLines } from "../lib/merge-values";

/** The document to be merged. */
export interface MergeOf {
  sourceDocumentId: string;
  fileName: string;
  duplicateOf: string | null;
  duplicateName: string | null;
}

interface MergeDialogProps {
  batchId: string;
  item: MergeOf;
  isSelected: boolean;
  onSelect: (isSelected: boolean) => void;
  onClose: () => void;
}

/** Compares the current record, the document, and the record after the import. */
export function MergeDialog({ batchId, item, isSelected, onSelect, onClose }: MergeDialogProps) {
  const { t } = useTranslation(["bulk", "common"]);
  const merge = useQuery(mergeQuery(batchId, item.sourceDocumentId));
  const name = merge.data?.recordName ?? item.duplicateName ?? "";
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      width="xl"
      title={name === "" ? t("merge.titleUnnamed") : t("merge.title", { name })}
      description={t("merge.text", { file: item.fileName })}
      footer={
        <>
          <Button onClick={onClose}>{t("common:close")}</Button>
          <Button variant="primary" onClick={() => onSelect(!isSelected)}>
            {t(isSelected ? "merge.leaveOut" : "merge.select")}
          </Button>
        </>
      }
    >
      {merge.data ? (
        <Changes changes={merge.data.changes} />
      ) : merge.error ? (
        <ErrorState
          title={t("merge.failed")}
          error={merge.error}
          onRetry={() => void merge.refetch()}
          retrying={merge.isFetching}
        />
      ) : (
        <Skeleton className="h-48 w-full" />
      )}
    </Dialog>
  );
}

const TONES: Record<MergeChange["effect"], BadgeTone> = {
  filled: "success",
  united: "info",
  kept: "neutral",
};

const CELL = "px-3 py-2.5 align-top max-sm:block max-sm:px-0 max-sm:py-1";

function Changes({ changes }: { changes: readonly MergeChange[] }) {
  const { t } = useTranslation("bulk");
  if (changes.length === 0) return <p className="text-muted">{t("merge.nothing")}</p>;
  const heads = [t("merge.current"), t("merge.incoming"), t("merge.merged")];
  return (
    <table className="w-full table-fixed border-collapse text-left text-base max-sm:block">
      <thead className="max-sm:sr-only">
        <tr className="border-b border-line text-xs text-muted">
          <th scope="col" className="w-36 px-3 pb-2 font-medium">
            {t("merge.field")}
          </th>
          {heads.map((head) => (
            <th key={head} scope="col" className="px-3 pb-2 font-medium">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {changes.map((change) => {
          const key = fieldKey(change.path);
          const values = [change.current, change.incoming, change.merged];
          return (
            <tr
              key={change.path}
              className="border-b border-line last:border-0 max-sm:block max-sm:py-3"
            >
              <th scope="row" className={cn(CELL, "font-medium")}>
                <span className="block">
                  {key === null ? plainFieldName(change.path) : t(`fields.${key}`)}
                </span>
                <Badge tone={TONES[change.effect]} className="mt-1">
                  {t(`merge.effects.${change.effect}`)}
                </Badge>
                {change.addedCount !== null && change.addedCount > 0 && (
                  <span className="mt-0.5 block text-xs font-normal text-muted">
                    {t("merge.added", { count: change.addedCount })}
                  </span>
                )}
              </th>
              {values.map((value, index) => (
                <td
                  key={heads[index]}
                  className={cn(
                    CELL,
                    index === 2 && change.effect !== "kept" && "bg-accent-soft/60",
                  )}
                >
                  <span className="text-xs text-muted sm:hidden">{heads[index]}</span>
                  <Value
                    value={value}
                    {...(index === 2 ? { before: valueLines(change.current) } : {})}
                  />
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** With `before`, new lines are highlighted. */
function Value({ value, before }: { value: unknown; before?: readonly string[] }) {
  const { t } = useTranslation("bulk");
  const lines = valueLines(value);
  if (lines.length === 0) {
    return (
      <span className="block text-faint">
        <span aria-hidden>–</span>
        <span className="sr-only">{t("merge.blank")}</span>
      </span>
    );
  }
  return (
    <ul className="flex flex-col gap-0.5">
      {lines.map((line, index) => (
        // Lines may be equal, and their order never changes while shown.
        <li
          key={index}
          className={cn(
            "break-words",
            before && !before.includes(line) && "font-medium text-accent-ink",
          )}
        >
          {line}
        </li>
      ))}
    </ul>
  );
}
