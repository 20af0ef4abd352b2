import { useQuery } from "@tanstack/react-query";
import { ClipboardList, FilePlus2, UsersRound } from "lucide-react";
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

import { candidateListQuery } from "../api/candidate-queries";
import type { CandidateRow } from "../api/types";
import { DeleteCandidate } from "./delete-candidate";

export function CandidatesPage() {
  const { t } = useTranslation("candidates");
  const [page, setPage] = usePage();
  const list = useQuery(candidateListQuery(page));
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
        skeleton={<RecordListSkeleton label={t("list.loading")} columns={3} />}
        failedTitle={t("list.failed")}
        pagesLabel={t("list.pages")}
        empty={
          <EmptyState
            icon={UsersRound}
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
        {(rows) => <Candidates rows={rows} />}
      </PagedList>
    </div>
  );
}

function Candidates({ rows }: { rows: readonly CandidateRow[] }) {
  const { t } = useTranslation("candidates");
  const nameOf = ({ name }: CandidateRow) => name || t("unnamed");
  const orNothing = (text: string | null) =>
    text ?? <span className="text-faint">{t("list.notAvailable")}</span>;
  return (
    <RecordList
      label={t("list.title")}
      rows={rows}
      name={{
        heading: t("list.columns.name"),
        of: nameOf,
        detailOf: ({ currentPosition }) => currentPosition,
      }}
      linkOf={({ _id }) => paths.candidateHq.to(_id)}
      columns={[
        {
          heading: t("list.columns.email"),
          className: "max-w-0 w-[28%] truncate",
          render: ({ email }) => orNothing(email),
        },
        {
          heading: t("list.columns.phone"),
          className: "whitespace-nowrap tabular-nums",
          render: ({ phone }) => orNothing(phone),
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
            to={paths.candidateHq.to(row._id)}
            aria-label={t("list.openHq", { name: nameOf(row) })}
            className={buttonClass("ghost", "sm")}
          >
            <ClipboardList size={15} aria-hidden />
            {t("list.hq")}
          </Link>
          <DeleteCandidate candidate={row} interviewCount={row.interviewCount} />
        </>
      )}
    />
  );
}
