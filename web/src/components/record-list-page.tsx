import type { UseQueryResult } from "@tanstack/react-query";
import { FilePlus2, SearchX, type LucideIcon } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import type { ServerFile } from "@/api/client";
import type { Page } from "@/api/types";
import { ExportList } from "@/components/export-list";
import { PagedList } from "@/components/paged-list";
import { RecordList, RecordListSkeleton, type RecordListProps } from "@/components/record-list";
import { RecordSearch } from "@/components/record-search";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-styles";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { Select, type SelectOption } from "@/components/ui/select";
import { paths } from "@/config/paths";
import type { ListView } from "@/hooks/use-list-view";

/** Of a sort select, where nothing is asked for: Radix takes no empty value. */
const BY_MATCH = "match";
const LATEST = "updatedAt";
const ANY = "any";

interface RecordListPageProps<Row extends { _id: string }> extends Omit<
  RecordListProps<Row>,
  "rows" | "sorting" | "label"
> {
  list: UseQueryResult<Page<Row>>;
  view: ListView;
  onView: (change: Partial<ListView>) => void;
  icon: LucideIcon;
  words: {
    title: string;
    bulkAdd: string;
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
}

/** The page of a list of records: search, filter, sort, pages and export, in each of its states. */
export function RecordListPage<Row extends { _id: string }>(props: RecordListPageProps<Row>) {
  const { list, view, onView, words, icon, statuses, readExport, exportName, ...table } = props;
  const { t } = useTranslation("records");
  const isSelected = view.q !== "" || view.status !== "";
  const isEmpty = list.data?.data.length === 0 && !isSelected;
  const by = view.sort ?? (view.q === "" ? LATEST : null);
  const sorting = {
    by,
    order: view.sort === null ? ("desc" as const) : view.order,
    onSort: (sort: string, order: ListView["order"]) => onView({ sort, order }),
  };
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title={words.title}
        actions={
          <Link to={paths.add} className={buttonClass("primary")}>
            <FilePlus2 size={16} aria-hidden />
            {words.bulkAdd}
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
            <SortSelect {...props} by={by} className="w-44 lg:hidden" />
            <div className="ml-auto">
              <ExportList read={readExport} name={exportName} />
            </div>
          </div>
        )}
        <PagedList
          list={list}
          page={view.page}
          onPage={(page) => onView({ page })}
          skeleton={<RecordListSkeleton label={words.loading} columns={table.columns.length} />}
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
          {(rows) => <RecordList label={words.title} rows={rows} sorting={sorting} {...table} />}
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

interface SortSelectProps<Row extends { _id: string }> extends Pick<
  RecordListPageProps<Row>,
  "name" | "columns" | "view" | "onView"
> {
  by: string | null;
  className: string;
}

/** Cards have no headings to click. */
function SortSelect<Row extends { _id: string }>(props: SortSelectProps<Row>) {
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
