/** Query for the languages that the installed speech model transcribes. */
import { queryOptions } from "@tanstack/react-query";

import { api } from "./client";

export const speechLanguagesQuery = queryOptions({
  queryKey: ["speech-languages"],
  queryFn: async ({ signal }) => (await api.get("/api/transcription/languages", { signal })).data,
  staleTime: Infinity,
});
