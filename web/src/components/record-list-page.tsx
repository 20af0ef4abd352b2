/** Page with a list of records: search, status filter, order, pages and CSV export. */
import type { UseQueryResult } from "@tanstack/react-query";
import { ClipboardList, FilePlus2, SearchX, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import type { ServerFile } from "@/api/download";
import type { Page } from "@/api/types";
import { ExportList } from "@/components/export-list";
import { PagedList } from "@/components/paged-list";
import { RecordList } from "@/components/record-list";
import type { RecordColumn, RecordListProps } from "@/components/record-list-props";
import { RecordListSkeleton } from "@/components/record-list-skeleton";
import { RecordSearch } from "@/components/record-search";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-styles";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { Select, type SelectOption } from "@/components/ui/select";
import { paths } from "@/config/paths";
import type { ListView } from "@/hooks/use-list-view";
import { formatDate } from "@/lib/format";

/** Values of the selects for no choice: Radix does not allow an empty value. */
const BY_MATCH = "match";
const ANY = "any";
const LATEST = "updatedAt";

interface ListedRecord {
  _id: string;
  updatedAt: string;
}

interface RecordListPageProps<Row extends ListedRecord> extends Omit<
  RecordListProps<Row>,
  "rows" | "sorting" | "label" | "actions" | "actionsHeading"
> {
  list: UseQueryResult<Page<Row>>;
  view: ListView;
  onView: (change: Partial<ListView>) => void;
  icon: LucideIcon;
  words: {
    title: string;
    loading: string;
    failed: string;
    pages: string;
    search: string;
    searchHint: string;
    empty: { title: string; text: string; action: string };
  };
  /** The status filter, where the records have one. */
  statuses?: { label: string; anyLabel: string; options: readonly SelectOption<string>[] };
  /** The whole selection as a CSV file. */
  readExport: () => Promise<ServerFile>;
  exportName: string;
  /** The button that deletes a record. */
  deletion: (row: Row) => ReactNode;
}

export function RecordListPage<Row extends ListedRecord>(props: RecordListPageProps<Row>) {
  const { list, view, onView, words, icon, statuses, readExport, exportName, deletion, ...table } =
    props;
  const { t } = useTranslation("records");
  const isSelected = view.q !== "" || view.status !== "";
  const isEmpty = list.data?.data.length === 0 && !isSelected;
  const by = view.sort ?? (view.q === "" ? LATEST : null);
  const sorting = {
    by,
    order: view.sort === null ? ("desc" as const) : view.order,
    onSort: (sort: string, order: ListView["order"]) => onView({ sort, order }),
  };
  const columns: RecordColumn<Row>[] = [
    ...table.columns,
    {
      heading: t("list.updated"),
      className: "whitespace-nowrap tabular-nums",
      render: ({ updatedAt }) => formatDate(updatedAt),
      sort: LATEST,
      firstOrder: "desc",
    },
  ];
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title={words.title}
        actions={
          <Link to={paths.add} className={buttonClass("primary")}>
            <FilePlus2 size={16} aria-hidden />
            {t("list.bulkAdd")}
          </Link>
        }
      />
      <div className="flex flex-col gap-3">
        {!isEmpty && (
          <div className="flex flex-wrap items-center gap-2">
            <RecordSearch
              label={words.search}
              placeholder={words.searchHint}
              value={view.q}
              onSearch={(q) => onView({ q })}
              isSearching={view.q !== "" && list.isFetching}
            />
            {statuses && (
              <Select
                className="w-40"
                aria-label={statuses.label}
                value={view.status === "" ? ANY : view.status}
                onChange={(status) => onView({ status: status === ANY ? "" : status })}
                options={[{ value: ANY, label: statuses.anyLabel }, ...statuses.options]}
              />
            )}
            <SortSelect {...props} columns={columns} by={by} className="w-44 lg:hidden" />
            <div className="ml-auto">
              <ExportList read={readExport} name={exportName} />
            </div>
          </div>
        )}
        <PagedList
          list={list}
          page={view.page}
          onPage={(page) => onView({ page })}
          skeleton={<RecordListSkeleton label={words.loading} columns={columns.length} />}
          failedTitle={words.failed}
          pagesLabel={words.pages}
          empty={
            isSelected ? (
              <NothingFound view={view} onView={onView} />
            ) : (
              <EmptyState
                icon={icon}
                title={words.empty.title}
                action={
                  <Link to={paths.add} className={buttonClass("secondary")}>
                    {words.empty.action}
                  </Link>
                }
                className="rounded-lg border border-line bg-surface py-20"
              >
                {words.empty.text}
              </EmptyState>
            )
          }
        >
          {(rows) => (
            <RecordList
              {...table}
              label={words.title}
              rows={rows}
              sorting={sorting}
              columns={columns}
              actionsHeading={t("list.actions")}
              actions={(row) => (
                <>
                  <Link
                    to={table.getLink(row)}
                    aria-label={t("list.openHq", { name: table.name.getText(row) })}
                    className={buttonClass("ghost", "sm")}
                  >
                    <ClipboardList size={15} aria-hidden />
                    {t("list.hq")}
                  </Link>
                  {deletion(row)}
                </>
              )}
            />
          )}
        </PagedList>
      </div>
      <p role="status" className="sr-only">
        {isSelected && list.data?.data.length === 0 && t("search.nothing", { text: view.q })}
      </p>
    </div>
  );
}

function NothingFound({ view, onView }: Pick<RecordListPageProps<never>, "view" | "onView">) {
  const { t } = useTranslation("records");
  return (
    <EmptyState
      icon={SearchX}
      title={view.q === "" ? t("search.nothingOfStatus") : t("search.nothing", { text: view.q })}
      action={<Button onClick={() => onView({ q: "", status: "" })}>{t("search.showAll")}</Button>}
      className="rounded-lg border border-line bg-surface py-16 break-words"
    >
      {view.q !== "" && t("search.nothingText")}
    </EmptyState>
  );
}

interface SortSelectProps<Row extends ListedRecord> extends Pick<
  RecordListPageProps<Row>,
  "name" | "columns" | "view" | "onView"
> {
  by: string | null;
  className: string;
}

/** Order of the cards, which have no column headings to click. */
function SortSelect<Row extends ListedRecord>(props: SortSelectProps<Row>) {
  const { t } = useTranslation("records");
  const { view, onView } = props;
  const columns = [props.name, ...props.columns].flatMap(({ sort, heading, ...column }) =>
    sort === undefined
      ? []
      : [
          {
            value: sort,
            label: heading,
            order: "firstOrder" in column ? column.firstOrder : "asc",
          },
        ],
  );
  return (
    <Select
      className={props.className}
      aria-label={t("search.sort")}
      value={props.by ?? BY_MATCH}
      onChange={(sort) => {
        if (sort === BY_MATCH) onView({ sort: null });
        else {
          const column = columns.find(({ value }) => value === sort);
          onView({ sort, order: column?.order ?? "asc" });
        }
      }}
      options={[
        ...(view.q === "" ? [] : [{ value: BY_MATCH, label: t("search.best") }]),
        ...columns.map(({ value, label }) => ({ value, label })),
      ]}
    />
  );
}
