import type { Difficulty } from "@/api/types";

import type { Distribution } from "./distribution";

/** What the recruiter asked for in the Generate dialog. */
export interface GenerationChoice {
  distribution: Distribution;
  difficulty: Difficulty;
  focusAreas: string[];
  usesProfile: boolean;
  usesJob: boolean;
}
