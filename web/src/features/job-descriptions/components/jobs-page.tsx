import { useQuery } from "@tanstack/react-query";
import { BriefcaseBusiness, ClipboardList, FilePlus2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { PagedList } from "@/components/paged-list";
import { RecordList, RecordListSkeleton } from "@/components/record-list";
import { buttonClass } from "@/components/ui/button-styles";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { paths } from "@/config/paths";
import { usePage } from "@/hooks/use-page";
import { formatDate } from "@/lib/format";

import { jobDescriptionListQuery } from "../api/job-description-queries";
import type { JobDescriptionRow } from "../api/types";
import { jobTitle } from "../lib/title";
import { DeleteJob } from "./delete-job";
import { JobStatusBadge } from "./job-status-badge";

export function JobsPage() {
  const { t } = useTranslation("jobs");
  const [page, setPage] = usePage();
  const list = useQuery(jobDescriptionListQuery(page));
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title={t("list.title")}
        actions={
          <Link to={paths.add} className={buttonClass("primary")}>
            <FilePlus2 size={16} aria-hidden />
            {t("list.bulkAdd")}
          </Link>
        }
      />
      <PagedList
        list={list}
        page={page}
        onPage={setPage}
        skeleton={<RecordListSkeleton label={t("list.loading")} columns={2} />}
        failedTitle={t("list.failed")}
        pagesLabel={t("list.pages")}
        empty={
          <EmptyState
            icon={BriefcaseBusiness}
            title={t("list.empty.title")}
            action={
              <Link to={paths.add} className={buttonClass("secondary")}>
                {t("list.empty.action")}
              </Link>
            }
            className="rounded-lg border border-line bg-surface py-20"
          >
            {t("list.empty.text")}
          </EmptyState>
        }
      >
        {(rows) => <Jobs rows={rows} />}
      </PagedList>
    </div>
  );
}

function Jobs({ rows }: { rows: readonly JobDescriptionRow[] }) {
  const { t } = useTranslation("jobs");
  const titleOf = (job: JobDescriptionRow) => jobTitle(t, job);
  return (
    <RecordList
      label={t("list.title")}
      rows={rows}
      name={{
        heading: t("list.columns.title"),
        of: titleOf,
        detailOf: ({ parsed }) => parsed?.company.name ?? "",
      }}
      linkOf={({ _id }) => paths.jobHq.to(_id)}
      columns={[
        {
          heading: t("list.columns.status"),
          render: ({ status }) => <JobStatusBadge status={status} />,
        },
        {
          heading: t("list.columns.updated"),
          className: "whitespace-nowrap tabular-nums",
          render: ({ updatedAt }) => formatDate(updatedAt),
        },
      ]}
      actionsHeading={t("list.columns.actions")}
      actions={(row) => (
        <>
          <Link
            to={paths.jobHq.to(row._id)}
            aria-label={t("list.openHq", { title: titleOf(row) })}
            className={buttonClass("ghost", "sm")}
          >
            <ClipboardList size={15} aria-hidden />
            {t("list.hq")}
          </Link>
          <DeleteJob job={row} interviewCount={row.interviewCount} />
        </>
      )}
    />
  );
}
