import { Circle, Square } from "lucide-react";
import { useState } from "react";

import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { GatedButton } from "@/components/ui/gated-button";

interface InterviewControlsProps {
  candidateName: string;
  isRunning: boolean;
  /** Why the interview cannot start yet; null when it can. */
  startReason: string | null;
  isStarting: boolean;
  isEnding: boolean;
  onStart: () => void;
  onEnd: () => void;
}

/** Start and end: the recruiter's alone. */
export function InterviewControls(props: InterviewControlsProps) {
  const { candidateName, isRunning, startReason, isStarting, isEnding, onStart, onEnd } = props;
  const [isAsking, setIsAsking] = useState(false);
  if (!isRunning) {
    return (
      <>
        {startReason !== null && (
          <p className="line-clamp-2 text-right text-sm text-muted">{startReason}</p>
        )}
        <GatedButton
          variant="primary"
          icon={Circle}
          reason={startReason}
          busy={isStarting}
          onClick={onStart}
        >
          {isStarting ? "Starting..." : "Start Interview"}
        </GatedButton>
      </>
    );
  }
  return (
    <>
      <Button variant="danger" icon={Square} busy={isEnding} onClick={() => setIsAsking(true)}>
        {isEnding ? "Ending..." : "End Interview"}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={`End the interview with ${candidateName}?`}
        confirmLabel="End Interview"
        cancelLabel="Go on"
        onConfirm={() => {
          setIsAsking(false);
          onEnd();
        }}
      >
        Recording and transcription stop for both of you, credits are charged for the time used, and
        the report is prepared. An ended interview cannot be started again.
      </ConfirmDialog>
    </>
  );
}
