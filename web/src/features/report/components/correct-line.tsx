/** Button of a transcript line, and the dialog that corrects or restores the line. */
import { PencilLine } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { errorText } from "@/api/errors";
import { FormError } from "@/components/form-error";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { IconButton } from "@/components/ui/icon-button";
import { Textarea } from "@/components/ui/textarea";
import { useToast } from "@/components/ui/toast-context";
import { formatElapsed } from "@/lib/format";

import { useCorrectLine } from "../api/correct-line";
import type { Segment } from "../api/types";

const MAX_TEXT = 20_000;

interface CorrectLineProps {
  interviewId: string;
  segment: Segment;
}

export function CorrectLine({ interviewId, segment }: CorrectLineProps) {
  const { t } = useTranslation("report");
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <IconButton
        icon={PencilLine}
        size="sm"
        className="print:hidden"
        tooltip={false}
        label={t("correct.button", { time: formatElapsed(segment.startSeconds) })}
        onClick={() => setIsOpen(true)}
      />
      {isOpen && (
        <CorrectLineDialog
          interviewId={interviewId}
          segment={segment}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}

function CorrectLineDialog({
  interviewId,
  segment,
  onClose,
}: CorrectLineProps & { onClose: () => void }) {
  const { t } = useTranslation(["report", "common"]);
  const correct = useCorrectLine(interviewId, segment._id);
  const toast = useToast();
  const [text, setText] = useState(segment.text);
  const { originalText } = segment;
  const isBlank = text.trim() === "";
  const save = (corrected: string) =>
    correct.mutate(corrected, {
      onSuccess: () => {
        toast.show(t(corrected === originalText ? "correct.restored" : "correct.saved"));
        onClose();
      },
    });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("correct.title")}
      description={t("correct.hint")}
      footer={
        <>
          {originalText && (
            <Button
              variant="ghost"
              className="mr-auto"
              disabled={correct.isPending}
              onClick={() => save(originalText)}
            >
              {t("correct.restore")}
            </Button>
          )}
          <Button onClick={onClose}>{t("common:cancel")}</Button>
          <Button
            variant="primary"
            busy={correct.isPending}
            disabled={isBlank}
            onClick={() => save(text.trim())}
          >
            {t("correct.save")}
          </Button>
        </>
      }
    >
      <Field label={t(`speakers.${segment.speaker}`)}>
        {(control) => (
          <Textarea
            {...control}
            data-autofocus
            rows={5}
            maxLength={MAX_TEXT}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      {originalText && (
        <p className="mt-3 text-sm text-muted">
          {t("correct.original")} {t("quote", { text: originalText })}
        </p>
      )}
      {correct.isError && <FormError>{errorText(correct.error, t("correct.failed"))}</FormError>}
    </Dialog>
  );
}
