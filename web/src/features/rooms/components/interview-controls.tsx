/** Buttons to start and end the interview, for the recruiter only. */
import { Circle, Square } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { GatedButton } from "@/components/ui/gated-button";

interface InterviewControlsProps {
  candidateName: string;
  isRunning: boolean;
  /** Whether this server charges credits. */
  isMetered: boolean;
  /** Why the interview cannot start yet; null if it can. */
  startReason: string | null;
  isStarting: boolean;
  isEnding: boolean;
  onStart: () => void;
  onEnd: () => void;
}

export function InterviewControls(props: InterviewControlsProps) {
  const { t } = useTranslation("rooms");
  const { candidateName, isRunning, isMetered, startReason, isStarting, isEnding } = props;
  const { onStart, onEnd } = props;
  const [isAsking, setIsAsking] = useState(false);
  if (!isRunning) {
    return (
      <>
        {startReason !== null && (
          <p className="text-sm text-muted max-sm:order-last max-sm:basis-full sm:line-clamp-2 sm:text-right">
            {startReason}
          </p>
        )}
        <GatedButton
          variant="primary"
          className="max-sm:ml-auto"
          icon={Circle}
          reason={startReason}
          busy={isStarting}
          onClick={onStart}
        >
          {t(isStarting ? "recruiter.starting" : "recruiter.start")}
        </GatedButton>
      </>
    );
  }
  return (
    <>
      <Button
        variant="danger"
        icon={Square}
        className="max-sm:ml-auto"
        busy={isEnding}
        onClick={() => setIsAsking(true)}
      >
        {t(isEnding ? "recruiter.ending" : "recruiter.end")}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={t("recruiter.endQuestion", { name: candidateName })}
        confirmLabel={t("recruiter.end")}
        cancelLabel={t("recruiter.continue")}
        onConfirm={() => {
          setIsAsking(false);
          onEnd();
        }}
      >
        {t(isMetered ? "recruiter.endMetered" : "recruiter.endUnmetered")}
      </ConfirmDialog>
    </>
  );
}
