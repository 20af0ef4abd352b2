/** The judged questions of a report, and their numbers. */
import type { Analysis, JudgedQuestion } from "../api/types";

export interface NumberedQuestion {
  /** "3", or "3.1" for the first follow-up to question 3. */
  number: string;
  /** The question that it follows up; null unless it is a follow-up. */
  follows: string | null;
  question: JudgedQuestion;
}

/** Judged questions; none in reports of earlier versions. */
export function listQuestions({ questionScores }: Analysis): readonly JudgedQuestion[] {
  return questionScores ?? [];
}

/** Whether the judge read the answers; reports of earlier versions counted words. */
export function isJudged(analysis: Analysis): boolean {
  return listQuestions(analysis).length > 0;
}

export function numberQuestions(questions: readonly JudgedQuestion[]): NumberedQuestion[] {
  let main = 0;
  let followUps = 0;
  return questions.map((question) => {
    // The question that the first one insists on was not counted.
    if (!question.isProbe || main === 0) {
      main += 1;
      followUps = 0;
      return { number: String(main), follows: null, question };
    }
    followUps += 1;
    return { number: `${main}.${followUps}`, follows: String(main), question };
  });
}
