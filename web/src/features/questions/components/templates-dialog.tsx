/** Dialog to preview the user's own and shared templates and add their questions. */
import { useQuery } from "@tanstack/react-query";
import { LibraryBig, Search } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { questionTemplatesQuery, type QuestionTemplate } from "@/api/question-templates";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";

import { useApplyTemplate } from "../api/templates";
import { editErrorMessage } from "../lib/question-errors";
import { searchTemplates } from "../lib/template-search";
import { TemplateList } from "./template-list";
import { TemplatePreview } from "./template-preview";

/** Number of templates from which a search field is shown. */
const SEARCH_FROM = 8;

interface TemplatesDialogProps {
  interviewId: string;
  onClose: () => void;
  onApplied: (counts: { added: number; skipped: number }) => void;
}

export function TemplatesDialog({ interviewId, onClose, onApplied }: TemplatesDialogProps) {
  const { t } = useTranslation(["questions", "common"]);
  const templates = useQuery(questionTemplatesQuery);
  const apply = useApplyTemplate(interviewId);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [search, setSearch] = useState("");
  const all = templates.data ?? [];
  const shown = searchTemplates(all, search);
  const chosen = shown.find((template) => template._id === chosenId) ?? shown[0] ?? null;
  const take = (template: QuestionTemplate) =>
    apply.mutate(template, {
      onSuccess: ({ skipped }) => {
        onApplied({ added: template.questions.length - skipped, skipped });
        onClose();
      },
    });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="xl"
      title={t("templates.useTitle")}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t("common:cancel")}
          </Button>
          <Button
            variant="primary"
            disabled={chosen === null}
            busy={apply.isPending}
            onClick={() => chosen && take(chosen)}
          >
            {t("templates.use", { count: chosen?.questions.length ?? 0 })}
          </Button>
        </>
      }
    >
      {apply.isError && (
        <p role="alert" className="mb-3 text-danger-ink">
          {editErrorMessage(t, "applyTemplate", apply.error)}
        </p>
      )}
      {templates.isPending ? (
        <div aria-busy="true" aria-label={t("templates.loading")} className="flex flex-col gap-2">
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
        </div>
      ) : !templates.data ? (
        <ErrorState
          title={t("templates.failed")}
          error={templates.error}
          onRetry={() => void templates.refetch()}
          retrying={templates.isFetching}
        />
      ) : all.length === 0 ? (
        <EmptyState icon={LibraryBig} title={t("templates.none")} className="py-8">
          {t("templates.noneText")}
        </EmptyState>
      ) : (
        <div className="grid gap-4 sm:h-[min(28rem,60dvh)] sm:grid-cols-[15rem_minmax(0,1fr)]">
          <div className="flex min-h-0 flex-col gap-2">
            {all.length >= SEARCH_FROM && (
              <div className="relative">
                <Search
                  size={15}
                  aria-hidden
                  className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-faint"
                />
                <Input
                  type="search"
                  className="pl-8"
                  aria-label={t("templates.search")}
                  placeholder={t("templates.search")}
                  value={search}
                  onChange={(event) => setSearch(event.target.value)}
                />
              </div>
            )}
            <TemplateList templates={shown} chosenId={chosen?._id ?? null} onChoose={setChosenId} />
          </div>
          {chosen && <TemplatePreview key={chosen._id} template={chosen} />}
        </div>
      )}
    </Dialog>
  );
}
