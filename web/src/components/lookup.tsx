/** Search box with a result list below it (ARIA combobox). */
import { Search } from "lucide-react";
import { useId, useState, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";

import { Input } from "@/components/ui/input";
import { Spinner } from "@/components/ui/spinner";
import { cn } from "@/lib/cn";

/** Minimum length of the trimmed query, and the pause before it is searched. */
export const LOOKUP_MIN_CHARACTERS = 2;
export const LOOKUP_DEBOUNCE_MS = 300;
/** Long enough for a click on an option to register before the list closes. */
const BLUR_DELAY_MS = 150;

export interface LookupOption {
  id: string;
  title: string;
  detail?: string;
}

interface LookupProps {
  label: string;
  placeholder: string;
  query: string;
  onQuery: (query: string) => void;
  /** Null while there is nothing to show: the query is too short or still running. */
  options: readonly LookupOption[] | null;
  isSearching: boolean;
  emptyText: string;
  disabled?: boolean;
  onPick: (id: string) => void;
}

/** Arrow keys move through the results, Enter picks one, Escape closes the list. */
export function Lookup(props: LookupProps) {
  const { label, placeholder, query, onQuery, options, isSearching, emptyText, onPick } = props;
  const { t } = useTranslation();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(0);
  const isShown = isOpen && options !== null && query.trim().length >= LOOKUP_MIN_CHARACTERS;
  const activeOption = options?.[active];

  const pick = (option: LookupOption) => {
    setIsOpen(false);
    onPick(option.id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isShown) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      setActive((at) => Math.min(options.length - 1, Math.max(0, at + step)));
    } else if (event.key === "Enter" && activeOption) {
      event.preventDefault();
      pick(activeOption);
    } else if (event.key === "Escape") {
      setIsOpen(false);
    }
  };

  return (
    <div className="relative">
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <div className="relative">
        <Search
          size={16}
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-faint"
        />
        <Input
          id={id}
          role="combobox"
          aria-expanded={isShown}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={isShown && activeOption ? `${id}-${activeOption.id}` : undefined}
          autoComplete="off"
          disabled={props.disabled}
          className="px-9"
          placeholder={placeholder}
          value={query}
          onChange={(event) => {
            onQuery(event.target.value);
            setActive(0);
            setIsOpen(true);
          }}
          onFocus={() => setIsOpen(true)}
          onBlur={() => setTimeout(() => setIsOpen(false), BLUR_DELAY_MS)}
          onKeyDown={onKeyDown}
        />
        {isSearching && (
          <Spinner
            label={t("searching")}
            className="absolute top-1/2 right-3 -translate-y-1/2 text-muted"
          />
        )}
      </div>
      {isShown && (
        <div className="absolute inset-x-0 z-30 mt-1 max-h-80 overflow-y-auto rounded-lg border border-line bg-surface p-1 shadow-pop">
          {options.length === 0 && <p className="px-3 py-2 text-muted">{emptyText}</p>}
          {/* eslint-disable jsx-a11y/no-noninteractive-element-to-interactive-role -- the pattern of an ARIA combobox */}
          <ul id={`${id}-list`} role="listbox" aria-label={label}>
            {options.map((option, index) => (
              // The input keeps the focus and the keys (aria-activedescendant); this is for the mouse.
              // eslint-disable-next-line jsx-a11y/click-events-have-key-events
              <li
                key={option.id}
                id={`${id}-${option.id}`}
                role="option"
                aria-selected={index === active}
                onClick={() => pick(option)}
                onMouseEnter={() => setActive(index)}
                className={cn(
                  "cursor-pointer rounded-md px-3 py-2",
                  index === active && "bg-hover",
                )}
              >
                <span className="block font-medium">{option.title}</span>
                {option.detail && <span className="block text-sm text-muted">{option.detail}</span>}
              </li>
            ))}
          </ul>
          {/* eslint-enable jsx-a11y/no-noninteractive-element-to-interactive-role */}
        </div>
      )}
    </div>
  );
}
