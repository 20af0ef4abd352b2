/** Tables of candidates and jobs in the import preview. */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Cell, HeadCell, Row, Table } from "@/components/ui/table";
import { useMediaQuery } from "@/hooks/use-media-query";
import { cn } from "@/lib/cn";

import type { PreviewCandidate, PreviewJob } from "../api/types";
import { choose, isSelected, buildSelection, type Choices } from "../lib/selection";
import type { MergeOf } from "./merge-dialog";
import { Flags } from "./upload-row";

interface TableProps<Item> {
  items: readonly Item[];
  choices: Choices;
  onChoices: (choices: Choices) => void;
  onCompare: (item: MergeOf) => void;
  disabled: boolean;
}

export function CandidateTable(props: TableProps<PreviewCandidate>) {
  const { t } = useTranslation("bulk");
  return (
    <ChoiceTable
      {...props}
      title={t("preview.candidates")}
      columns={[t("preview.name"), t("preview.email")]}
      getName={({ name }) => (name === "" ? t("preview.unnamedCandidate") : name)}
      getSubtitle={({ email }) => email ?? t("preview.noEmail")}
      remarks={(item) => (
        <>
          <span className="block truncate text-sm text-muted" title={item.fileName}>
            {item.currentPosition === ""
              ? item.fileName
              : t("preview.positionAndFile", {
                  position: item.currentPosition,
                  file: item.fileName,
                })}
          </span>
          <Flags flags={item.flags} />
        </>
      )}
    />
  );
}

export function JobTable(props: TableProps<PreviewJob>) {
  const { t } = useTranslation("bulk");
  return (
    <ChoiceTable
      {...props}
      title={t("preview.jobs")}
      columns={[t("preview.jobTitle"), t("preview.company")]}
      getName={({ title }) => (title === "" ? t("preview.untitledJob") : title)}
      getSubtitle={({ company }) => (company === "" ? t("preview.noCompany") : company)}
      remarks={({ fileName }) => (
        <span className="block truncate text-sm text-muted" title={fileName}>
          {fileName}
        </span>
      )}
    />
  );
}

interface ChoiceTableProps<Item> extends TableProps<Item> {
  title: string;
  columns: [string, string];
  getName: (item: Item) => string;
  getSubtitle: (item: Item) => string;
  remarks: (item: Item) => ReactNode;
}

function ChoiceTable<Item extends PreviewCandidate | PreviewJob>(props: ChoiceTableProps<Item>) {
  const { items, choices, onChoices, disabled, title, getName } = props;
  const { t } = useTranslation("bulk");
  const isNarrow = useMediaQuery("(max-width: 767px)");
  const selectAll = (isChosen: boolean) => onChoices(choose(choices, items, isChosen));
  return (
    <section className="flex flex-col gap-2" aria-label={title}>
      <div className="flex flex-wrap items-center gap-1">
        <h3 className="mr-auto text-md font-semibold">
          {title} <span className="font-normal text-muted tabular-nums">{items.length}</span>
        </h3>
        <Button size="sm" variant="ghost" disabled={disabled} onClick={() => selectAll(true)}>
          {t("preview.selectAll")}
        </Button>
        <Button size="sm" variant="ghost" disabled={disabled} onClick={() => selectAll(false)}>
          {t("preview.deselectAll")}
        </Button>
      </div>
      <Table aria-label={title} className="table-fixed">
        <thead>
          <tr>
            <HeadCell className="w-12">
              <Checkbox
                checked={buildSelection(items, choices)}
                disabled={disabled}
                onChange={selectAll}
                label={<span className="sr-only">{t("preview.all", { list: title })}</span>}
              />
            </HeadCell>
            <HeadCell className={cn(isNarrow && "pl-0")}>{props.columns[0]}</HeadCell>
            {!isNarrow && (
              <>
                <HeadCell>{props.columns[1]}</HeadCell>
                <HeadCell className="w-60">{t("preview.status")}</HeadCell>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <Row key={item.sourceDocumentId}>
              <Cell className="h-11 py-1.5">
                <Checkbox
                  checked={isSelected(item, choices)}
                  disabled={disabled}
                  onChange={(isChosen) => onChoices(choose(choices, [item], isChosen))}
                  label={
                    <span className="sr-only">{t("preview.import", { name: getName(item) })}</span>
                  }
                />
              </Cell>
              <Cell className={cn("h-11 py-1.5", isNarrow && "pl-0")}>
                <span className="block truncate font-medium" title={getName(item)}>
                  {getName(item)}
                </span>
                {isNarrow && <span className="block truncate">{props.getSubtitle(item)}</span>}
                {props.remarks(item)}
                {isNarrow && (
                  <div className="mt-1">
                    <ImportStatus item={item} name={getName(item)} onCompare={props.onCompare} />
                  </div>
                )}
              </Cell>
              {!isNarrow && (
                <>
                  <Cell className="h-11 py-1.5">
                    <span className="block truncate" title={props.getSubtitle(item)}>
                      {props.getSubtitle(item)}
                    </span>
                  </Cell>
                  <Cell className="h-11 py-1.5">
                    <ImportStatus item={item} name={getName(item)} onCompare={props.onCompare} />
                  </Cell>
                </>
              )}
            </Row>
          ))}
        </tbody>
      </Table>
    </section>
  );
}

interface ImportStatusProps {
  item: PreviewCandidate | PreviewJob;
  name: string;
  onCompare: (item: MergeOf) => void;
}

/** 'New', or 'Will Merge' with a link to the comparison. */
function ImportStatus({ item, name, onCompare }: ImportStatusProps) {
  const { t } = useTranslation("bulk");
  if (item.duplicateOf === null) return <Badge tone="success">{t("preview.new")}</Badge>;
  const isUnnamed = item.duplicateName === null || item.duplicateName === "";
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-center gap-2">
        <Badge tone="warning">{t("preview.willMerge")}</Badge>
        <Button
          size="sm"
          variant="ghost"
          aria-label={t("preview.compareWith", { name })}
          onClick={() => onCompare(item)}
        >
          {t("preview.compare")}
        </Button>
      </div>
      {item.duplicateKind === "batch" && (
        <span className="text-sm text-muted">
          {isUnnamed
            ? t("preview.withUnnamed")
            : t("preview.withEarlier", { name: item.duplicateName })}
        </span>
      )}
    </div>
  );
}
