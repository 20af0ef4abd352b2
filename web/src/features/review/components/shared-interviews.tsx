/** Interviews that other users shared with this user for review; nothing without any. */
import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { Badge } from "@/components/ui/badge";
import { Pagination } from "@/components/ui/pagination";
import { paths } from "@/config/paths";

import { sharedInterviewsQuery } from "../api/review-queries";

export function SharedInterviews() {
  const { t } = useTranslation("review");
  const [page, setPage] = useState(1);
  const shared = useQuery(sharedInterviewsQuery(page));
  if (!shared.data || shared.data.pagination.total === 0) return null;
  return (
    <section aria-label={t("shared.title")} className="rounded-lg border border-line bg-surface">
      <h2 className="px-4 pt-3 pb-1 text-sm font-semibold">{t("shared.title")}</h2>
      <ul>
        {shared.data.data.map((interview) => (
          <li key={interview._id} className="border-b border-line last:border-0">
            <Link
              to={paths.review.to(interview._id)}
              className="flex min-h-11 items-center gap-3 px-4 py-2 hover:bg-hover focus-visible:-outline-offset-2"
            >
              <span className="min-w-0 grow">
                <span className="block truncate font-medium">
                  {[interview.candidateName, interview.position].filter(Boolean).join(" · ")}
                </span>
                <span className="block truncate text-sm text-muted">
                  {t("shared.by", { name: interview.ownerName })}
                </span>
              </span>
              <Badge tone={interview.hasScored ? "success" : "accent"}>
                {t(interview.hasScored ? "reviewers.scored" : "shared.toScore")}
              </Badge>
              <ChevronRight size={16} className="shrink-0 text-muted" aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
      <div className="px-4 py-2 empty:hidden">
        <Pagination pages={shared.data.pagination} onPage={setPage} label={t("shared.pages")} />
      </div>
    </section>
  );
}
