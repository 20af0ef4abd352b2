/** Warms the model up when generation is likely, so that it starts sooner. */
import { useEffect } from "react";

import { warmUpModel } from "../api/warm-up";

interface Sources {
  interviewId: string;
  candidateId: string | null;
  jobDescriptionId: string | null;
}

export function useWarmUp({ interviewId, candidateId, jobDescriptionId }: Sources, isDue: boolean) {
  useEffect(() => {
    if (isDue) {
      warmUpModel({
        interviewId,
        context: { candidateProfileId: candidateId, jobDescriptionId },
      });
    }
  }, [isDue, interviewId, candidateId, jobDescriptionId]);
}
