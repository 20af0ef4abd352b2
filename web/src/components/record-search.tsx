/** Search box that searches when typing pauses. */
import { Search, X } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { LOOKUP_DEBOUNCE_MS } from "@/components/lookup";
import { Input } from "@/components/ui/input";
import { Spinner } from "@/components/ui/spinner";

interface RecordSearchProps {
  label: string;
  placeholder: string;
  /** Current search. It may change from outside, by the browser's Back button. */
  value: string;
  onSearch: (text: string) => void;
  isSearching: boolean;
}

export function RecordSearch({
  label,
  placeholder,
  value,
  onSearch,
  isSearching,
}: RecordSearchProps) {
  const { t } = useTranslation(["records", "common"]);
  const id = useId();
  const [text, setText] = useState(value);
  const [sent, setSent] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const [seen, setSeen] = useState(value);
  if (value !== seen) {
    setSeen(value);
    // Ignore values that this box sent itself: the user may have typed on since.
    if (value !== sent) {
      setSent(value);
      setText(value);
    }
  }
  const stop = () => {
    if (timer.current) clearTimeout(timer.current);
  };
  useEffect(() => stop, []);
  const search = (query: string) => {
    stop();
    setSent(query);
    onSearch(query);
  };
  return (
    <div className="relative min-w-0 grow sm:max-w-sm" role="search">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <Search
        size={16}
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-faint"
      />
      <Input
        id={id}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={200}
        className="px-9"
        placeholder={placeholder}
        value={text}
        onChange={(event) => {
          const typed = event.target.value;
          setText(typed);
          stop();
          timer.current = setTimeout(() => search(typed.trim()), LOOKUP_DEBOUNCE_MS);
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter") search(text.trim());
          if (event.key === "Escape" && text !== "") {
            setText("");
            search("");
          }
        }}
      />
      {isSearching ? (
        <Spinner
          label={t("common:searching")}
          className="absolute top-1/2 right-3 -translate-y-1/2 text-muted"
        />
      ) : (
        text !== "" && (
          <button
            type="button"
            aria-label={t("search.clear")}
            className="touch-target absolute! top-1/2 right-2 -translate-y-1/2 rounded-sm p-1.5 text-muted hover:text-ink"
            onClick={() => {
              setText("");
              search("");
            }}
          >
            <X size={15} aria-hidden />
          </button>
        )
      )}
    </div>
  );
}
