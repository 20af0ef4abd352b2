import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { Lookup, LOOKUP_DEBOUNCE_MS, LOOKUP_MIN_CHARACTERS } from "@/components/lookup";
import { useDebounced } from "@/hooks/use-debounced";

import {
  jobDescriptionCountQuery,
  jobDescriptionSearchQuery,
} from "../api/job-description-queries";
import type { JobDescription } from "../api/types";

interface JobLookupProps {
  onPick: (job: JobDescription) => void;
  disabled: boolean;
  error: string | null;
}

/** 'Link Existing Job Description'; nothing while there is none to link. */
export function JobLookup({ onPick, disabled, error }: JobLookupProps) {
  const count = useQuery(jobDescriptionCountQuery);
  const [query, setQuery] = useState("");
  const wanted = useDebounced(query.trim(), LOOKUP_DEBOUNCE_MS);
  const search = useQuery({
    ...jobDescriptionSearchQuery(wanted),
    enabled: wanted.length >= LOOKUP_MIN_CHARACTERS,
  });
  if (!count.data) return null;
  const found = search.data?.data ?? null;
  return (
    <div className="mx-auto w-full max-w-md text-left">
      <Lookup
        label="Link Existing Job Description"
        placeholder="Search by title or company"
        query={query}
        onQuery={setQuery}
        options={
          found?.map(({ _id, parsed }) => ({
            id: _id,
            title: parsed?.title ?? "Untitled job description",
            detail: parsed?.company.name ?? "",
          })) ?? null
        }
        isSearching={search.isFetching}
        emptyText="No job description matches."
        disabled={disabled}
        onPick={(id) => {
          const job = found?.find((one) => one._id === id);
          if (job) onPick(job);
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
