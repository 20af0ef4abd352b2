import type { TFunction } from "i18next";

import { errorOfAnswer, errorText } from "@/api/errors";

import type { RoomProblem } from "../engine/room-state";

/** What the room refused, in the words that the same refusal of a call would have. */
export function problemText(t: TFunction<"rooms">, { message, code }: RoomProblem): string {
  return errorText(errorOfAnswer(0, { message, code }, null), t("refused"));
}
