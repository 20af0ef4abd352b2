/** Setup page that creates a demo interview to look at. */
import { ExternalLink } from "lucide-react";
import { useTranslation } from "react-i18next";

import { errorText } from "@/api/errors";
import { FormError } from "@/components/form-error";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-styles";
import { paths } from "@/config/paths";

import { useCreateDemoInterview, useRecordStep } from "../../api/setup";
import { StepFrame } from "./step-frame";

interface DemoStepProps {
  /** Whether the demo interview was created on an earlier visit. */
  isDone: boolean;
  onDone: () => void;
}

export function DemoStep({ isDone, onDone }: DemoStepProps) {
  const { t } = useTranslation("setup");
  const create = useCreateDemoInterview();
  const record = useRecordStep();
  const leave = (outcome: "done" | "skipped") =>
    record.mutate({ step: "demo", outcome }, { onSuccess: onDone });
  const createDemo = () =>
    create.mutate(undefined, { onSuccess: () => record.mutate({ step: "demo", outcome: "done" }) });
  return (
    <StepFrame
      page="demo"
      busy={record.isPending}
      continueLabel={t("continue")}
      onContinue={() => leave(isDone || create.isSuccess ? "done" : "skipped")}
    >
      <div className="flex flex-col items-start gap-3 border-t border-line px-4 py-4 sm:px-5">
        {create.isSuccess ? (
          <>
            <p role="status" className="max-w-prose text-base">
              {t("demo.created")}
            </p>
            <a
              href={paths.interviewHq.to(create.data)}
              target="_blank"
              rel="noreferrer"
              className={buttonClass("secondary")}
            >
              <ExternalLink size={16} aria-hidden />
              {t("demo.open")}
            </a>
          </>
        ) : (
          <Button busy={create.isPending} onClick={createDemo}>
            {create.isPending ? t("demo.creating") : t("demo.create")}
          </Button>
        )}
        {create.isError && <FormError>{errorText(create.error, t("demo.failed"))}</FormError>}
        {record.isError && <FormError>{errorText(record.error, t("saveFailed"))}</FormError>}
      </div>
    </StepFrame>
  );
}
