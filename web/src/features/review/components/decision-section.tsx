/** The decision on the candidate, with its reason; the owner makes and changes it. */
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { errorText } from "@/api/errors";
import { FormError } from "@/components/form-error";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Segmented } from "@/components/ui/segmented";
import { Textarea } from "@/components/ui/textarea";
import { TitledSection } from "@/components/ui/titled-section";
import { useToast } from "@/components/ui/toast-context";
import { formatDateTime } from "@/lib/format";

import { useReviewActions } from "../api/review-actions";
import type { Decision, Outcome } from "../api/types";
import { OUTCOMES } from "../lib/agreement";
import { OutcomeBadge } from "./outcome-badge";

const MAX_REASON = 5000;

interface DecisionSectionProps {
  interviewId: string;
  decision: Decision | null;
  canDecide: boolean;
}

export function DecisionSection({ interviewId, decision, canDecide }: DecisionSectionProps) {
  const { t } = useTranslation("review");
  const [isOpen, setIsOpen] = useState(false);
  return (
    <TitledSection
      heading={t("decision.title")}
      className="pt-5"
      aside={
        canDecide && (
          <Button size="sm" className="print:hidden" onClick={() => setIsOpen(true)}>
            {t(decision ? "decision.change" : "decision.make")}
          </Button>
        )
      }
    >
      {decision ? (
        <>
          <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <OutcomeBadge outcome={decision.outcome} />
            <span className="text-sm text-muted">
              {[decision.decidedByName, formatDateTime(decision.decidedAt)]
                .filter(Boolean)
                .join(" · ")}
            </span>
          </p>
          <p className="mt-2 max-w-prose text-md break-words whitespace-pre-line">
            {decision.reason}
          </p>
        </>
      ) : (
        <p className="text-muted">{t("decision.none")}</p>
      )}
      {isOpen && (
        <DecisionDialog
          interviewId={interviewId}
          decision={decision}
          onClose={() => setIsOpen(false)}
        />
      )}
    </TitledSection>
  );
}

interface DecisionDialogProps {
  interviewId: string;
  decision: Decision | null;
  onClose: () => void;
}

function DecisionDialog({ interviewId, decision, onClose }: DecisionDialogProps) {
  const { t } = useTranslation(["review", "common"]);
  const { decide } = useReviewActions(interviewId);
  const toast = useToast();
  const [outcome, setOutcome] = useState<Outcome | "">(decision?.outcome ?? "");
  const [reason, setReason] = useState(decision?.reason ?? "");
  const [isTried, setIsTried] = useState(false);
  const save = () => {
    setIsTried(true);
    if (outcome === "" || reason.trim() === "") return;
    decide.mutate(
      { outcome, reason },
      {
        onSuccess: () => {
          toast.show(t("decision.saved"));
          onClose();
        },
      },
    );
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("decision.title")}
      description={t("decision.hint")}
      footer={
        <>
          <Button onClick={onClose}>{t("common:cancel")}</Button>
          <Button variant="primary" busy={decide.isPending} onClick={save}>
            {t(decide.isPending ? "form.saving" : "decision.save")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <div className="flex flex-col items-start gap-1.5">
          <Segmented<Outcome | "">
            label={t("decision.title")}
            value={outcome}
            onChange={setOutcome}
            options={OUTCOMES.map((value) => ({ value, label: t(`outcomes.${value}`) }))}
          />
          {isTried && outcome === "" && (
            <p role="alert" className="text-sm text-danger-ink">
              {t("decision.outcomeNeeded")}
            </p>
          )}
        </div>
        <Field
          label={t("decision.reason")}
          hint={t("decision.reasonHint")}
          error={isTried && reason.trim() === "" ? t("decision.reasonNeeded") : undefined}
        >
          {(control) => (
            <Textarea
              {...control}
              rows={5}
              maxLength={MAX_REASON}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
        {decide.isError && <FormError>{errorText(decide.error, t("form.failed"))}</FormError>}
      </div>
    </Dialog>
  );
}
