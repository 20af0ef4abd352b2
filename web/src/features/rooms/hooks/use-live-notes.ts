/** Recruiter's notes on the whole interview, saved automatically. */
import { useCallback } from "react";
import { useTranslation } from "react-i18next";

import { useSaveLiveNotes } from "../api/recruiter-room";
import { useAutosave, type Autosave } from "./use-autosave";

/** `onFailure` gets the message to show if saving fails. */
export function useLiveNotes(
  tokenOrId: string,
  initial: string,
  onFailure: (message: string) => void,
): { notes: Autosave; isSaving: boolean } {
  const { t } = useTranslation("rooms");
  const { mutate, isPending } = useSaveLiveNotes(tokenOrId);
  const save = useCallback(
    (text: string) => mutate(text, { onError: () => onFailure(t("notes.failed")) }),
    [mutate, onFailure, t],
  );
  return { notes: useAutosave(initial, save), isSaving: isPending };
}
