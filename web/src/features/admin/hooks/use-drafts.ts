/** Unsaved changes of settings on one page. */
import { useState } from "react";

import { withoutDrafts, type SettingDraft, type SettingDrafts } from "../lib/setting-draft";

export function useDrafts() {
  const [drafts, setDrafts] = useState<SettingDrafts>({});
  return {
    drafts,
    change: (key: string, draft: SettingDraft | undefined) =>
      setDrafts((now) => (draft ? { ...now, [key]: draft } : withoutDrafts(now, [key]))),
    drop: (keys: readonly string[]) => setDrafts((now) => withoutDrafts(now, keys)),
  };
}
