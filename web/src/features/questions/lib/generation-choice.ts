/** Choices made in the Generate dialog. */
import type { Difficulty } from "@/api/types";

import type { Distribution } from "./distribution";

export interface GenerationChoice {
  distribution: Distribution;
  difficulty: Difficulty;
  focusAreas: string[];
  usesProfile: boolean;
  usesJob: boolean;
}
