/** Documentation: the documents that the user may read, a table of contents, and a search in the document. */
import { useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, Navigate, NavLink, useLocation, useParams } from "react-router";

import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { FilterField } from "@/components/ui/filter-field";
import { PageHeader } from "@/components/ui/page-header";
import { Skeleton } from "@/components/ui/skeleton";
import { paths } from "@/config/paths";
import { cn } from "@/lib/cn";

import { manualListQuery, manualQuery, type ManualEntry } from "../api/manual";
import { findSections, splitSections, type ManualSection } from "../lib/sections";
import { ManualText } from "./manual-text";

export function ManualPage() {
  const { t } = useTranslation("manual");
  const { manualName } = useParams();
  const list = useQuery(manualListQuery);
  const first = list.data?.[0];
  if (manualName === undefined && first) {
    return <Navigate to={paths.manual.to(first.name)} replace />;
  }
  return (
    <div className="flex flex-col gap-5">
      <PageHeader title={t("title")} description={t("description")} />
      {list.data ? (
        first ? (
          <>
            <ManualNav manuals={list.data} />
            {/* A search belongs to its document. */}
            <Document key={manualName} name={manualName ?? ""} manuals={list.data} />
          </>
        ) : (
          <EmptyState icon={Search} title={t("none")} />
        )
      ) : list.isError ? (
        <ErrorState
          title={t("errorTitle")}
          error={list.error}
          retrying={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      ) : (
        <Loading />
      )}
    </div>
  );
}

function Loading() {
  const { t } = useTranslation("manual");
  return (
    <div role="status" aria-label={t("loading")} className="flex flex-col gap-3">
      <Skeleton className="h-6 w-1/3" />
      <Skeleton className="h-40 w-full" />
    </div>
  );
}

function ManualNav({ manuals }: { manuals: readonly ManualEntry[] }) {
  const { t } = useTranslation("manual");
  return (
    <nav
      aria-label={t("documents")}
      className="-mx-4 flex [scrollbar-width:none] gap-1 overflow-x-auto border-b border-line px-4 sm:mx-0 sm:px-0"
    >
      {manuals.map(({ name, title }) => (
        <NavLink
          key={name}
          to={paths.manual.to(name)}
          className={({ isActive }) =>
            cn(
              "-mb-px flex h-10 shrink-0 items-center border-b-2 px-3 text-base font-medium transition-colors focus-visible:-outline-offset-2 pointer-coarse:h-11",
              isActive ? "border-accent text-ink" : "border-transparent text-muted hover:text-ink",
            )
          }
        >
          <span lang="en">{title}</span>
        </NavLink>
      ))}
    </nav>
  );
}

function Document({ name, manuals }: { name: string; manuals: readonly ManualEntry[] }) {
  const { t } = useTranslation("manual");
  const manual = useQuery(manualQuery(name));
  const [search, setSearch] = useState("");
  const { hash } = useLocation();
  const sections = useMemo(() => splitSections(manual.data?.markdown ?? ""), [manual.data]);
  const shown = useMemo(() => findSections(sections, search), [sections, search]);
  const isLoaded = manual.data !== undefined;
  useEffect(() => {
    // The router scrolls to the heading on arrival, before the document has loaded.
    if (isLoaded && hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [isLoaded, hash]);
  if (!manual.data) {
    return manual.isError ? (
      <ErrorState
        title={t("errorTitle")}
        error={manual.error}
        retrying={manual.isFetching}
        onRetry={() => void manual.refetch()}
      />
    ) : (
      <Loading />
    );
  }
  const known = manuals.map((one) => one.name);
  return (
    <div className="grid gap-5 lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-8">
      <div className="flex min-w-0 flex-col gap-3 lg:sticky lg:top-18 lg:max-h-[calc(100dvh-6rem)] lg:self-start">
        <FilterField
          className="shrink-0"
          label={t("search")}
          placeholder={t("search")}
          value={search}
          onChange={setSearch}
        />
        <p role="status" className="shrink-0 text-sm text-muted empty:hidden">
          {search.trim() !== "" && t("found", { count: shown.length })}
        </p>
        <Contents sections={shown} />
      </div>
      <article lang="en" className="min-w-0 text-base break-words">
        <h2 className="text-xl font-semibold tracking-tight">{manual.data.title}</h2>
        {shown.map((section) => (
          <Section key={section.id} section={section} known={known} />
        ))}
        {shown.length === 0 && <p className="mt-4 text-muted">{t("nothing")}</p>}
      </article>
    </div>
  );
}

function Contents({ sections }: { sections: readonly ManualSection[] }) {
  const { t } = useTranslation("manual");
  const titled = sections.filter(({ id }) => id !== "");
  const list = (
    <ol lang="en" className="flex flex-col">
      {titled.map(({ id, title, level }) => (
        <li key={id}>
          <Link
            to={{ hash: `#${id}` }}
            className={cn(
              "flex min-h-8 items-center rounded-md px-2.5 py-1 text-sm text-muted hover:bg-hover hover:text-ink pointer-coarse:min-h-11",
              level === 3 && "pl-6",
            )}
          >
            {title}
          </Link>
        </li>
      ))}
    </ol>
  );
  return (
    <nav aria-label={t("contents")} className="min-h-0 lg:overflow-y-auto">
      <details className="rounded-md border border-line lg:hidden">
        <summary className="min-h-11 cursor-pointer px-3.5 py-2.5 text-base font-medium">
          {t("contents")}
        </summary>
        <div className="px-1 pb-2">{list}</div>
      </details>
      <div className="max-lg:hidden">{list}</div>
    </nav>
  );
}

function Section({ section, known }: { section: ManualSection; known: readonly string[] }) {
  const { id, title, level, markdown } = section;
  const Heading = level === 2 ? "h3" : "h4";
  return (
    <section aria-labelledby={id || undefined}>
      {id !== "" && (
        <Heading
          id={id}
          className={cn(
            "scroll-mt-20 font-semibold tracking-tight",
            level === 2 ? "mt-10 text-lg" : "mt-7 text-md",
          )}
        >
          {title}
        </Heading>
      )}
      <ManualText markdown={markdown} known={known} />
    </section>
  );
}
