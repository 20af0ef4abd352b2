/** Preview of a template, with actions for its owner. */
import { useTranslation } from "react-i18next";

import type { QuestionTemplate } from "@/api/question-templates";
import { formatDate } from "@/lib/format";

import { MyTemplateHeader } from "./my-template-header";

export function TemplatePreview({ template }: { template: QuestionTemplate }) {
  const { t } = useTranslation(["questions", "common"]);
  return (
    <section
      aria-label={t("templates.preview", { name: template.name })}
      className="flex min-h-0 min-w-0 flex-col rounded-lg border border-line"
    >
      <header className="border-b border-line px-4 py-3">
        {template.isOwn ? (
          <MyTemplateHeader template={template} />
        ) : (
          <h3 className="font-semibold break-words">{template.name}</h3>
        )}
        <p className="text-sm text-muted">
          {t("templates.changed", { date: formatDate(template.updatedAt) })}
        </p>
      </header>
      <ol
        // Focusable, so that it can be scrolled by keyboard.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={t("templates.questions")}
        className="min-h-0 grow divide-y divide-line overflow-y-auto px-4 -outline-offset-2 max-sm:max-h-64"
      >
        {template.questions.map((question, index) => (
          <li key={`${String(index)} ${question.question}`} className="py-2.5">
            <p className="break-words">{question.question}</p>
            <p className="mt-0.5 text-sm text-muted">
              {t(`common:questionCategories.${question.category}`)}
              <span aria-hidden> · </span>
              {t("minutes", { minutes: question.estimatedTime })}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
