/** Candidates: the list of candidates. */
import { useQuery } from "@tanstack/react-query";
import { UsersRound } from "lucide-react";
import { useTranslation } from "react-i18next";

import { RecordListPage } from "@/components/record-list-page";
import { paths } from "@/config/paths";
import { useListView } from "@/hooks/use-list-view";

import { candidateListQuery, exportCandidates } from "../api/candidate-queries";
import type { CandidateRow } from "../api/types";
import { DeleteCandidate } from "./delete-candidate";

const SORTS = ["name", "email", "updatedAt"] as const;

export function CandidatesPage() {
  const { t } = useTranslation("candidates");
  const [view, setView] = useListView({ sorts: SORTS });
  const list = useQuery(candidateListQuery(view));
  const getName = ({ name }: CandidateRow) => name || t("unnamed");
  const orNothing = (text: string | null) =>
    text ?? <span className="text-faint">{t("list.notAvailable")}</span>;
  return (
    <RecordListPage
      list={list}
      view={view}
      onView={setView}
      icon={UsersRound}
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
      readExport={() => exportCandidates(view)}
      exportName="candidates.csv"
      name={{
        heading: t("list.columns.name"),
        getText: getName,
        getDetail: ({ currentPosition }) => currentPosition,
        sort: "name",
      }}
      getLink={({ _id }) => paths.candidateHq.to(_id)}
      columns={[
        {
          heading: t("list.columns.email"),
          className: "max-w-0 w-[28%] truncate",
          render: ({ email }) => orNothing(email),
          sort: "email",
        },
        {
          heading: t("list.columns.phone"),
          className: "whitespace-nowrap tabular-nums",
          render: ({ phone }) => orNothing(phone),
        },
      ]}
      deletion={(row) => <DeleteCandidate candidate={row} interviewCount={row.interviewCount} />}
    />
  );
}
