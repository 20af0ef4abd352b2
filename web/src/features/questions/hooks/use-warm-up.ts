import { useEffect } from "react";

import { warmUpModel } from "../api/warm-up";

interface Sources {
  interviewId: string;
  candidateId: string | null;
  jobDescriptionId: string | null;
}

/** Whoever looks at a list that waits for questions finds CV and job read when she asks for them. */
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
