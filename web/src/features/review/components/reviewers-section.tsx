/** The reviewers of an interview; the owner names and removes them. */
import { UserPlus, X } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { errorText } from "@/api/errors";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { IconButton } from "@/components/ui/icon-button";
import { TitledSection } from "@/components/ui/titled-section";

import { useReviewActions } from "../api/review-actions";
import type { Reviewer } from "../api/types";
import { AddReviewerDialog } from "./add-reviewer-dialog";

interface ReviewersSectionProps {
  interviewId: string;
  reviewers: readonly Reviewer[];
  isOwner: boolean;
}

export function ReviewersSection({ interviewId, reviewers, isOwner }: ReviewersSectionProps) {
  const { t } = useTranslation("review");
  const [isAdding, setIsAdding] = useState(false);
  const [removing, setRemoving] = useState<Reviewer | null>(null);
  const { removeReviewer } = useReviewActions(interviewId);
  if (!isOwner && reviewers.length === 0) return null;
  return (
    <TitledSection
      heading={t("reviewers.title")}
      className="pt-5 print:hidden"
      aside={
        isOwner && (
          <Button size="sm" icon={UserPlus} onClick={() => setIsAdding(true)}>
            {t("reviewers.add")}
          </Button>
        )
      }
    >
      {reviewers.length === 0 ? (
        <p className="max-w-prose text-muted">{t("reviewers.none")}</p>
      ) : (
        <ul className="flex flex-col">
          {reviewers.map((reviewer) => (
            <li key={reviewer._id} className="flex min-h-11 items-center gap-3">
              <span className="min-w-0 font-medium break-words">{reviewer.name}</span>
              <Badge tone={reviewer.hasScored ? "success" : "neutral"}>
                {t(reviewer.hasScored ? "reviewers.scored" : "reviewers.waiting")}
              </Badge>
              {isOwner && (
                <IconButton
                  icon={X}
                  size="sm"
                  className="ml-auto"
                  label={t("reviewers.remove", { name: reviewer.name })}
                  onClick={() => setRemoving(reviewer)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {isAdding && (
        <AddReviewerDialog interviewId={interviewId} onClose={() => setIsAdding(false)} />
      )}
      <ConfirmDialog
        open={removing !== null}
        onOpenChange={(open) => {
          if (open) return;
          setRemoving(null);
          removeReviewer.reset();
        }}
        title={t("reviewers.removeTitle", { name: removing?.name ?? "" })}
        confirmLabel={t("reviewers.removeConfirm")}
        busy={removeReviewer.isPending}
        error={removeReviewer.isError ? errorText(removeReviewer.error, t("form.failed")) : null}
        onConfirm={() => {
          if (!removing) return;
          removeReviewer.mutate(removing._id, { onSuccess: () => setRemoving(null) });
        }}
      >
        {t("reviewers.removeText")}
      </ConfirmDialog>
    </TitledSection>
  );
}
