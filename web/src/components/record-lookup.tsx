/** Search box that finds a record to link. Renders nothing while there are no records. */
import { useQuery, type QueryKey, type UseQueryOptions } from "@tanstack/react-query";
import { useState } from "react";

import type { Page } from "@/api/types";
import { Lookup, LOOKUP_DEBOUNCE_MS, LOOKUP_MIN_CHARACTERS } from "@/components/lookup";
import { useDebounced } from "@/hooks/use-debounced";

type Query<Body, Key extends QueryKey> = UseQueryOptions<Body, Error, Body, Key>;

interface RecordLookupProps<
  Row extends { _id: string },
  CountKey extends QueryKey,
  SearchKey extends QueryKey,
> {
  label: string;
  placeholder: string;
  emptyText: string;
  countQuery: Query<number, CountKey>;
  searchQuery: (query: string) => Query<Page<Row>, SearchKey>;
  describe: (row: Row) => { title: string; detail: string };
  onPick: (row: Row) => void;
  disabled: boolean;
  error: string | null;
}

export function RecordLookup<
  Row extends { _id: string },
  CountKey extends QueryKey,
  SearchKey extends QueryKey,
>(props: RecordLookupProps<Row, CountKey, SearchKey>) {
  const count = useQuery(props.countQuery);
  const [query, setQuery] = useState("");
  const searched = useDebounced(query.trim(), LOOKUP_DEBOUNCE_MS);
  const search = useQuery({
    ...props.searchQuery(searched),
    enabled: searched.length >= LOOKUP_MIN_CHARACTERS,
  });
  if (!count.data) return null;
  const found = search.data?.data ?? null;
  return (
    <div className="mx-auto w-full max-w-md text-left">
      <Lookup
        label={props.label}
        placeholder={props.placeholder}
        query={query}
        onQuery={setQuery}
        options={found?.map((row) => ({ id: row._id, ...props.describe(row) })) ?? null}
        isSearching={search.isFetching}
        emptyText={props.emptyText}
        disabled={props.disabled}
        onPick={(id) => {
          const row = found?.find((one) => one._id === id);
          if (row) props.onPick(row);
        }}
      />
      {props.error && (
        <p role="alert" className="mt-2 text-danger-ink">
          {props.error}
        </p>
      )}
    </div>
  );
}
