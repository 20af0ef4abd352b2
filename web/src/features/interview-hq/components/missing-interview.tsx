/** Page for a URL that leads to no interview. */
import { CalendarPlus, FileQuestionMark } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";

import { errorText } from "@/api/errors";
import { newOperationId } from "@/api/operations";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-styles";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { paths } from "@/config/paths";

import { useCreateMissingInterview } from "../api/create-missing-interview";
import { BackToList } from "./back-to-list";

interface MissingInterviewProps {
  /** The id in the URL, or null if there is none. */
  sessionId: string | null;
}

export function MissingInterview({ sessionId }: MissingInterviewProps) {
  const { t } = useTranslation("hq");
  const navigate = useNavigate();
  const [newSessionId] = useState(newOperationId);
  const create = useCreateMissingInterview(sessionId ?? newSessionId);
  const failure = create.isError && (
    <p role="alert" className="mt-1 text-sm text-danger-ink">
      {errorText(create.error, t("sessionRequired.failed"))}
    </p>
  );
  const createButton = (
    <Button
      variant={sessionId === null ? "primary" : "secondary"}
      busy={create.isPending}
      onClick={() =>
        create.mutate(undefined, {
          onSuccess: ({ _id }) => void navigate(paths.interviewHq.to(_id), { replace: true }),
        })
      }
    >
      {t("sessionRequired.create")}
    </Button>
  );
  return (
    <div className="flex flex-col gap-5">
      <div>
        <BackToList />
        <PageHeader title={t("newInterview")} />
      </div>
      {sessionId === null ? (
        <EmptyState
          icon={CalendarPlus}
          title={t("sessionRequired.title")}
          action={createButton}
          className="rounded-lg border border-line bg-surface py-20"
        >
          {t("sessionRequired.text")}
          {failure}
        </EmptyState>
      ) : (
        <>
          <EmptyState
            icon={FileQuestionMark}
            title={t("notFound")}
            action={
              <Link to={paths.interviews} className={buttonClass("secondary")}>
                {t("backToList")}
              </Link>
            }
            className="rounded-lg border border-line bg-surface"
          >
            {t("notFoundText")}
          </EmptyState>
          <section className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-lg border border-line bg-surface p-4">
            <div>
              <h2 className="text-base font-semibold">{t("sessionRequired.title")}</h2>
              <p className="text-muted">{t("sessionRequired.text")}</p>
              {failure}
            </div>
            {createButton}
          </section>
        </>
      )}
    </div>
  );
}
