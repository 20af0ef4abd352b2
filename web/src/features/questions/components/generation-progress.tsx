import type { SlowCall } from "@/api/operations";
import { OperationProgress } from "@/components/ui/operation-progress";
import { stageWords } from "@/lib/stage-words";

/** What the model is doing now, how long it has been at it, and a way to stop it. */
export function GenerationProgress({ slowCall }: { slowCall: SlowCall }) {
  const { progress } = slowCall;
  return (
    <div className="rounded-lg border border-line bg-sunken p-3.5">
      <OperationProgress
        progress={progress}
        waitingText="Generating..."
        stages={progress ? { [progress.stage]: stageWords(progress.stage) } : {}}
        onCancel={slowCall.cancel}
      />
    </div>
  );
}
