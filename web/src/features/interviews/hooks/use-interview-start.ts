/** Creates an interview and opens its HQ. */
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";

import {
  PAUSE_BEFORE_HQ_MS,
  useCreateInterview,
  type InterviewRecord,
} from "@/api/create-interview";
import { isApiError } from "@/api/errors";
import { applyQuestionTemplate, type QuestionTemplate } from "@/api/question-templates";
import { useToast } from "@/components/ui/toast-context";
import { paths } from "@/config/paths";

interface Beginning {
  template: QuestionTemplate | null;
  record: InterviewRecord | null;
}

/** Creates an interview, optionally with a candidate, a job or the questions of a template, and opens its HQ. */
export function useInterviewStart() {
  const { t } = useTranslation("interviews");
  const navigate = useNavigate();
  const toast = useToast();
  const create = useCreateInterview();
  const [isOpening, setIsOpening] = useState(false);
  const start = useMutation({
    mutationFn: async ({ template, record }: Beginning) => {
      const interview = await create.mutateAsync(record);
      if (template) {
        try {
          await applyQuestionTemplate(template._id, interview._id);
        } catch {
          // The interview exists, so its HQ opens and offers the template again.
          toast.show(t("templates.notApplied", { name: template.name }), "error");
        }
      }
      return interview;
    },
    onSuccess: (interview) => {
      setIsOpening(true);
      setTimeout(() => void navigate(paths.interviewHq.to(interview._id)), PAUSE_BEFORE_HQ_MS);
    },
  });
  const isOutOfCredits = isApiError(start.error, "NO_CREDITS");
  return {
    start: (template: QuestionTemplate | null = null) => start.mutate({ template, record: null }),
    startWith: (record: InterviewRecord) => start.mutate({ template: null, record }),
    isStarting: start.isPending || isOpening,
    /** The template being applied, if any. */
    startingFrom: start.variables?.template ?? null,
    isOutOfCredits,
    hasFailed: start.isError && !isOutOfCredits,
    reset: start.reset,
  };
}

export type InterviewStart = ReturnType<typeof useInterviewStart>;
