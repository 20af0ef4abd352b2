/** The review page of an interview that another user shared: report, transcript, own scorecard. */
import { useQuery } from "@tanstack/react-query";
import { FileQuestionMark } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";

import { RecordPage } from "@/components/record-page";
import { RecordSkeleton } from "@/components/record-skeleton";
import { paths } from "@/config/paths";
import { ReportPanel } from "@/features/report/components/report-panel";
import { ReportNotAvailable } from "@/features/report/components/report-states";
import { reviewQuery } from "@/features/review/api/review-queries";
import type { Review } from "@/features/review/api/types";
import { ReviewPanel } from "@/features/review/components/review-panel";
import { useDocumentTitle } from "@/hooks/use-document-title";
import { joinFacts } from "@/lib/join-facts";

import { RecordRoute } from "./record-route";

export function ReviewRoute() {
  const { t } = useTranslation("review");
  const { interviewId = "" } = useParams();
  const review = useQuery(reviewQuery(interviewId));
  const name = review.data?.interview.candidateName;
  useDocumentTitle(name === undefined ? t("page.title") : t("page.titleOf", { name }));
  return (
    <RecordRoute
      record={review}
      listPath={paths.interviews}
      notFoundIcon={FileQuestionMark}
      words={{
        title: t("page.title"),
        heading: t("page.title"),
        back: t("page.back"),
        backToList: t("page.back"),
        failed: t("failed"),
        notFound: t("page.notFound"),
        notFoundText: t("page.notFoundText"),
      }}
      loading={<RecordSkeleton label={t("loading")} />}
    >
      {(found) => <ReviewPage key={interviewId} review={found} />}
    </RecordRoute>
  );
}

function ReviewPage({ review }: { review: Review }) {
  const { t } = useTranslation("review");
  const { interview, isOwner } = review;
  const about = [interview.position, t("shared.by", { name: interview.ownerName })];
  return (
    <RecordPage
      back={{ to: paths.interviews, label: t("page.back") }}
      title={interview.candidateName}
      description={joinFacts(about)}
    >
      <div className="rounded-lg border border-line bg-surface px-4 py-6 sm:px-6 print:border-0 print:p-0">
        <h2 className="sr-only">{t("page.title")}</h2>
        {interview.status === "completed" ? (
          <ReportPanel
            interview={{ ...interview, billedMinutes: null, billedCredits: null }}
            isOwner={isOwner}
            renderReview={({ isWritten, scores }) => (
              <ReviewPanel
                interviewId={interview._id}
                hasReport={isWritten}
                reportScores={scores}
              />
            )}
          />
        ) : (
          <ReportNotAvailable />
        )}
      </div>
    </RecordPage>
  );
}
