/** List of question templates to choose from. */
import { Users } from "lucide-react";
import { RadioGroup } from "radix-ui";
import { useTranslation } from "react-i18next";

import type { QuestionTemplate } from "@/api/question-templates";

import { totalMinutes } from "../lib/total-time";

interface TemplateListProps {
  templates: readonly QuestionTemplate[];
  chosenId: string | null;
  onChoose: (id: string) => void;
}

export function TemplateList({ templates, chosenId, onChoose }: TemplateListProps) {
  const { t } = useTranslation("questions");
  if (templates.length === 0) return <p className="text-muted">{t("templates.noMatch")}</p>;
  return (
    <RadioGroup.Root
      aria-label={t("templates.choose")}
      value={chosenId}
      onValueChange={onChoose}
      className="-mx-1 flex min-h-0 flex-col gap-0.5 overflow-y-auto p-1 max-sm:max-h-48"
    >
      {templates.map((template) => (
        <RadioGroup.Item
          key={template._id}
          value={template._id}
          className="rounded-md px-2.5 py-2 text-left hover:bg-hover data-[state=checked]:bg-accent-soft"
        >
          <span className="block font-medium break-words">{template.name}</span>
          <span className="flex flex-wrap items-center gap-x-1.5 text-sm text-muted tabular-nums">
            {t("templates.size", { count: template.questions.length })}
            <span aria-hidden>·</span>
            {t("minutes", { minutes: totalMinutes(template.questions) })}
          </span>
          {template.isShared && (
            <span className="flex items-center gap-1.5 text-sm text-muted">
              <Users size={13} aria-hidden />
              {template.isOwn
                ? t("templates.sharedByYou")
                : t("templates.sharedBy", { name: template.ownerName })}
            </span>
          )}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}
