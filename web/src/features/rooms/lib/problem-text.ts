/** Text for a refusal by the room, the same as for a refused HTTP call. */
import type { TFunction } from "i18next";

import { toApiError, errorText } from "@/api/errors";

import type { RoomProblem } from "../engine/room-state";

export function problemText(t: TFunction<"rooms">, { message, code }: RoomProblem): string {
  return errorText(toApiError(0, { message, code }, null), t("refused"));
}
