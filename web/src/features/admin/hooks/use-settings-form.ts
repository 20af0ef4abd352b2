/** Form of some settings: problems, saving and discarding of their unsaved changes. */
import { useState } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";

import { isApiError } from "@/api/errors";

import { useSaveSettings } from "../api/settings";
import type { Setting, SettingsResponse } from "../api/types";
import {
  collectChanges,
  problemOfSetting,
  type SettingDraft,
  type SettingDrafts,
} from "../lib/setting-draft";

interface SettingsFormOptions {
  settings: readonly Setting[];
  drafts: SettingDrafts;
  onChange: (key: string, draft: SettingDraft | undefined) => void;
  onDrop: (keys: readonly string[]) => void;
}

export function useSettingsForm({ settings, drafts, onChange, onDrop }: SettingsFormOptions) {
  const { t } = useTranslation("admin");
  const save = useSaveSettings();
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  // Counts saves and discards, to reset the controls afterwards.
  const [round, setRound] = useState(0);
  const keys = settings.map((setting) => setting.key);
  const changed = keys.filter((key) => key in drafts);

  const change = (key: string, draft: SettingDraft | undefined) => {
    setProblems((now) =>
      Object.fromEntries(Object.entries(now).filter(([other]) => other !== key)),
    );
    onChange(key, draft);
  };
  const discard = () => {
    setProblems({});
    save.reset();
    setRound(round + 1);
    onDrop(keys);
  };
  const send = (onSaved: (response: SettingsResponse) => void) => {
    const changes = collectChanges(settings, drafts);
    const wrong = Object.entries(changes.problems);
    setProblems(
      Object.fromEntries(wrong.map(([key, problem]) => [key, t(`settings.problems.${problem}`)])),
    );
    if (wrong.length > 0) return;
    save.mutate(changes.values, {
      onSuccess: (response) => {
        // At once, so that nothing counts as unsaved when the caller leaves the page.
        flushSync(() => {
          onDrop(changed);
          setRound(round + 1);
        });
        onSaved(response);
      },
      onError: (error) => {
        const fields = isApiError(error) ? error.fields : [];
        setProblems(
          Object.fromEntries(
            keys.flatMap((key) => {
              const problem = problemOfSetting(fields, key);
              return problem ? [[key, problem]] : [];
            }),
          ),
        );
      },
    });
  };
  const isUnexplained = save.isError && changed.every((key) => !(key in problems));
  return {
    problems,
    round,
    changed,
    isSaving: save.isPending,
    /** Why saving failed, if no field says so. */
    error: isUnexplained ? save.error : null,
    change,
    discard,
    send,
  };
}
