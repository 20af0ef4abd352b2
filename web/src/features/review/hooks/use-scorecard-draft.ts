/** A scorecard being filled in; it survives when the page around the form changes, as when the report arrives. */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import type { Scorecard, ScorecardDraft } from "../api/types";

/** `saved` is null before the first scorecard. */
export function useScorecardDraft(interviewId: string, saved: Scorecard | null) {
  const client = useQueryClient();
  const key = ["scorecard-draft", interviewId];
  const start: ScorecardDraft = {
    technical: saved?.technical ?? null,
    communication: saved?.communication ?? null,
    recommendation: saved?.recommendation ?? null,
    notes: saved?.notes ?? "",
  };
  const [draft, setDraft] = useState(() => client.getQueryData<ScorecardDraft>(key) ?? start);
  return {
    draft,
    isChanged:
      draft.technical !== start.technical ||
      draft.communication !== start.communication ||
      draft.recommendation !== start.recommendation ||
      draft.notes !== start.notes,
    setDraft: (next: ScorecardDraft) => {
      setDraft(next);
      client.setQueryData(key, next);
    },
    dropDraft: () => client.removeQueries({ queryKey: key }),
  };
}
