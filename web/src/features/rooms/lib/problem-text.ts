import type { TFunction } from "i18next";

import { toApiError, errorText } from "@/api/errors";

import type { RoomProblem } from "../engine/room-state";

/** What the room refused, in the words that the same refusal of a call would have. */
export function problemText(t: TFunction<"rooms">, { message, code }: RoomProblem): string {
  return errorText(toApiError(0, { message, code }, null), t("refused"));
}
