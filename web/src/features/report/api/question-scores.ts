/** Query for the interviewer's own scores of the prepared questions. */
import { queryOptions } from "@tanstack/react-query";

import { api } from "@/api/client";

export interface QuestionScore {
  question: string;
  /** 1 to 10. */
  score: number;
}

export function questionScoresQuery(interviewId: string) {
  return queryOptions({
    queryKey: ["report-question-scores", interviewId],
    // Scores are also given on other pages.
    staleTime: 0,
    queryFn: async ({ signal }): Promise<QuestionScore[]> => {
      const { questions } = await api.get("/api/questions/interview/{interview_id}", {
        params: { interview_id: interviewId },
        signal,
      });
      return questions.flatMap(({ question, humanTracking: { score } }) =>
        score === null ? [] : [{ question, score }],
      );
    },
  });
}
