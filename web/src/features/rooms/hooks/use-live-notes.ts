/** Recruiter's notes on the whole interview, saved automatically. */
import { useCallback, useState } from "react";
import { useTranslation } from "react-i18next";

import { useSaveLiveNotes } from "../api/recruiter-room";
import { useAutosave, type Autosave } from "./use-autosave";

/**
 * `onFailure` gets the message to show if saving fails. Notes that could not be saved stay in this tab, and are back
 * after the next sign-in.
 */
export function useLiveNotes(
  tokenOrId: string,
  initial: string,
  onFailure: (message: string) => void,
): { notes: Autosave; isSaving: boolean } {
  const { t } = useTranslation("rooms");
  const { mutate, isPending } = useSaveLiveNotes(tokenOrId);
  const key = `greenroom-unsaved-notes-${tokenOrId}`;
  const [start] = useState(() => sessionStorage.getItem(key) ?? initial);
  const save = useCallback(
    (text: string) =>
      mutate(text, {
        onSuccess: () => sessionStorage.removeItem(key),
        onError: () => {
          sessionStorage.setItem(key, text);
          onFailure(t("notes.failed"));
        },
      }),
    [mutate, onFailure, key, t],
  );
  return { notes: useAutosave(start, save), isSaving: isPending };
}
