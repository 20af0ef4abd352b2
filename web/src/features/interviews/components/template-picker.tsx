/** Dialog for choosing a question template for a new interview. */
import { useQuery } from "@tanstack/react-query";
import { ChevronRight, LibraryBig } from "lucide-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";

import { questionTemplatesQuery, type QuestionTemplate } from "@/api/question-templates";
import { Badge } from "@/components/ui/badge";
import { Dialog } from "@/components/ui/dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import { Spinner } from "@/components/ui/spinner";

import type { InterviewStart } from "../hooks/use-interview-start";

/** Number of templates from which a search field is shown. */
const SEARCHED_FROM = 8;
const LOADING_ROWS = ["a", "b", "c"];

interface TemplatePickerProps {
  start: InterviewStart;
  onClose: () => void;
}

/** A click creates the interview and opens its HQ. */
export function TemplatePicker({ start, onClose }: TemplatePickerProps) {
  const { t } = useTranslation("interviews");
  const templates = useQuery(questionTemplatesQuery);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("templates.title")}
      description={t("templates.text")}
      dismissible={!start.isStarting}
    >
      {templates.data ? (
        <TemplateRows templates={templates.data} start={start} />
      ) : templates.isError ? (
        <ErrorState
          title={t("templates.failed")}
          error={templates.error}
          retrying={templates.isFetching}
          onRetry={() => void templates.refetch()}
          className="py-6"
        />
      ) : (
        <div role="status" aria-label={t("templates.loading")} className="flex flex-col gap-3 py-1">
          {LOADING_ROWS.map((row) => (
            <Skeleton key={row} className="h-12" />
          ))}
        </div>
      )}
    </Dialog>
  );
}

interface TemplateRowsProps {
  templates: readonly QuestionTemplate[];
  start: InterviewStart;
}

function TemplateRows({ templates, start }: TemplateRowsProps) {
  const { t } = useTranslation("interviews");
  const searchId = useId();
  const [text, setText] = useState("");
  const found = templates.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()));
  if (templates.length === 0) {
    return (
      <EmptyState icon={LibraryBig} title={t("templates.emptyTitle")} className="py-6">
        {t("templates.empty")}
      </EmptyState>
    );
  }
  return (
    <>
      {templates.length > SEARCHED_FROM && (
        <div className="pb-3">
          <label htmlFor={searchId} className="sr-only">
            {t("templates.search")}
          </label>
          <Input
            id={searchId}
            type="text"
            inputMode="search"
            autoComplete="off"
            placeholder={t("templates.search")}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
      )}
      <ul aria-label={t("templates.title")} className="-mx-2">
        {found.map((template) => (
          <li key={template._id}>
            <TemplateRow template={template} start={start} />
          </li>
        ))}
      </ul>
      <p role="status" className="text-muted">
        {found.length === 0 && t("templates.nothing")}
      </p>
    </>
  );
}

function TemplateRow({ template, start }: { template: QuestionTemplate; start: InterviewStart }) {
  const { t } = useTranslation("interviews");
  const minutes = template.questions.reduce((sum, { estimatedTime }) => sum + estimatedTime, 0);
  const isChosen = start.isStarting && start.startingFrom?._id === template._id;
  return (
    <button
      type="button"
      disabled={start.isStarting}
      onClick={() => start.start(template)}
      className="flex min-h-13 w-full items-center gap-3 rounded-md px-2 py-2 text-left hover:bg-hover disabled:opacity-60"
    >
      <span className="min-w-0 grow">
        <span className="flex items-center gap-2">
          <span className="truncate font-medium">{template.name}</span>
          {template.isShared && <Badge>{t("templates.shared")}</Badge>}
        </span>
        <span className="block truncate text-sm text-muted">
          {t("templates.questions", { count: template.questions.length })}
          {" · "}
          {t("templates.minutes", { count: minutes })}
          {!template.isOwn && ` · ${t("templates.by", { name: template.ownerName })}`}
        </span>
      </span>
      {isChosen ? (
        <Spinner size={16} label={t("creating")} />
      ) : (
        <ChevronRight size={16} className="shrink-0 text-faint" aria-hidden />
      )}
    </button>
  );
}
