/** Choices made in the Generate dialog. */
import type { Difficulty } from "@/api/types";

import type { Distribution } from "./distribution";

export interface GenerationChoice {
  distribution: Distribution;
  difficulty: Difficulty;
  focusAreas: string[];
  /** What the recruiter wants to ask about; each line gets a question. */
  ownLines: string[];
  usesProfile: boolean;
  usesJob: boolean;
}
