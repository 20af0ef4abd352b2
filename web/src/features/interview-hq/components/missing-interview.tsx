/** Page for a URL that leads to no interview. */
import { FileQuestionMark } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";

import { errorText } from "@/api/errors";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-styles";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { paths } from "@/config/paths";

import { useCreateMissingInterview } from "../api/create-missing-interview";
import { BackToList } from "./back-to-list";

/** `sessionId` is the id in the URL. */
export function MissingInterview({ sessionId }: { sessionId: string }) {
  const { t } = useTranslation("hq");
  const navigate = useNavigate();
  const create = useCreateMissingInterview(sessionId);
  return (
    <div className="flex flex-col gap-5">
      <div>
        <BackToList />
        <PageHeader title={t("newInterview")} />
      </div>
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
          {create.isError && (
            <p role="alert" className="mt-1 text-sm text-danger-ink">
              {errorText(create.error, t("sessionRequired.failed"))}
            </p>
          )}
        </div>
        <Button
          busy={create.isPending}
          onClick={() =>
            create.mutate(null, {
              onSuccess: ({ _id }) => void navigate(paths.interviewHq.to(_id), { replace: true }),
            })
          }
        >
          {t("sessionRequired.create")}
        </Button>
      </section>
    </div>
  );
}
