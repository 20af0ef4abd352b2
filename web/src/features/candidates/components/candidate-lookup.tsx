import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { Lookup, LOOKUP_DEBOUNCE_MS, LOOKUP_MIN_CHARACTERS } from "@/components/lookup";
import { useDebounced } from "@/hooks/use-debounced";

import { candidateCountQuery, candidateSearchQuery } from "../api/candidate-queries";
import type { CandidateProfile } from "../api/types";

interface CandidateLookupProps {
  onPick: (candidate: CandidateProfile) => void;
  disabled: boolean;
  error: string | null;
}

/** 'Link Existing Candidate'; nothing while there is nobody to link. */
export function CandidateLookup({ onPick, disabled, error }: CandidateLookupProps) {
  const count = useQuery(candidateCountQuery);
  const [query, setQuery] = useState("");
  const wanted = useDebounced(query.trim(), LOOKUP_DEBOUNCE_MS);
  const search = useQuery({
    ...candidateSearchQuery(wanted),
    enabled: wanted.length >= LOOKUP_MIN_CHARACTERS,
  });
  if (!count.data) return null;
  const found = search.data?.data ?? null;
  return (
    <div className="mx-auto w-full max-w-md text-left">
      <Lookup
        label="Link Existing Candidate"
        placeholder="Search by name or e-mail"
        query={query}
        onQuery={setQuery}
        options={
          found?.map(({ _id, name, email, currentPosition }) => ({
            id: _id,
            title: [name, email, "Unnamed Candidate"].find(Boolean) ?? "",
            detail: [currentPosition, email].filter(Boolean).join(" · "),
          })) ?? null
        }
        isSearching={search.isFetching}
        emptyText="No candidate matches."
        disabled={disabled}
        onPick={(id) => {
          const candidate = found?.find((one) => one._id === id);
          if (candidate) onPick(candidate);
        }}
      />
      {error && (
        <p role="alert" className="mt-2 text-danger-ink">
          {error}
        </p>
      )}
    </div>
  );
}
