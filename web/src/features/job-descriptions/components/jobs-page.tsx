/** Jobs: the list of job descriptions. */
import { useQuery } from "@tanstack/react-query";
import { BriefcaseBusiness } from "lucide-react";
import { useTranslation } from "react-i18next";

import { RecordListPage } from "@/components/record-list-page";
import { paths } from "@/config/paths";
import { useListView } from "@/hooks/use-list-view";

import { exportJobDescriptions, jobDescriptionListQuery } from "../api/job-description-queries";
import type { JobDescriptionRow } from "../api/types";
import { JOB_STATUSES } from "../lib/status";
import { jobTitle } from "../lib/title";
import { DeleteJob } from "./delete-job";
import { JobStatusBadge } from "./job-status-badge";

const SORTS = ["title", "status", "updatedAt"] as const;

export function JobsPage() {
  const { t } = useTranslation("jobs");
  const [view, setView] = useListView({ sorts: SORTS, statuses: JOB_STATUSES });
  const list = useQuery(jobDescriptionListQuery(view));
  const getTitle = (job: JobDescriptionRow) => jobTitle(t, job);
  return (
    <RecordListPage
      list={list}
      view={view}
      onView={setView}
      icon={BriefcaseBusiness}
      words={{
        title: t("list.title"),
        loading: t("list.loading"),
        failed: t("list.failed"),
        pages: t("list.pages"),
        search: t("list.search"),
        searchHint: t("list.searchHint"),
        empty: {
          title: t("list.empty.title"),
          text: t("list.empty.text"),
          action: t("list.empty.action"),
        },
      }}
      statuses={{
        label: t("list.statusFilter"),
        anyLabel: t("list.anyStatus"),
        options: JOB_STATUSES.map((value) => ({ value, label: t(`status.${value}`) })),
      }}
      readExport={() => exportJobDescriptions(view)}
      exportName="jobs.csv"
      name={{
        heading: t("list.columns.title"),
        getText: getTitle,
        getDetail: ({ parsed }) => parsed?.company.name ?? "",
        sort: "title",
      }}
      getLink={({ _id }) => paths.jobHq.to(_id)}
      columns={[
        {
          heading: t("list.columns.status"),
          render: ({ status }) => <JobStatusBadge status={status} />,
          sort: "status",
        },
      ]}
      deletion={(row) => <DeleteJob job={row} interviewCount={row.interviewCount} />}
    />
  );
}
