/** Select with a search field, for lists too long for a plain select. */
import { Command } from "cmdk";
import { Check, ChevronsUpDown, Search } from "lucide-react";
import { Popover } from "radix-ui";
import { useState } from "react";

import { cn } from "@/lib/cn";

import { INPUT_CLASS } from "./input-styles";

export interface ComboboxOption {
  value: string;
  label: string;
  /** Shown in small type at the end of the row. */
  detail?: string;
  /** Additional search terms. */
  keywords?: readonly string[];
}

export interface ComboboxGroup {
  label: string;
  options: readonly ComboboxOption[];
}

interface ComboboxProps {
  /** Text of the closed control. */
  shown: string;
  value: string;
  onChange: (value: string) => void;
  /** Called when the list opens, so that long lists are built only when needed. */
  groups: () => readonly ComboboxGroup[];
  searchLabel: string;
  emptyText: string;
  id?: string;
  disabled?: boolean;
  "aria-describedby"?: string | undefined;
  "aria-invalid"?: boolean | undefined;
}

/** Whether every word of the query occurs in the option, in any order. */
function matches(value: string, query: string, keywords: string[] = []): number {
  const text = [value, ...keywords].join(" ").toLowerCase();
  const words = query.toLowerCase().split(/\s+/u);
  return words.every((word) => text.includes(word)) ? 1 : 0;
}

function Options(props: ComboboxProps & { onPick: (value: string) => void }) {
  const { value, searchLabel, emptyText, onPick } = props;
  const [groups] = useState(props.groups);
  return (
    <Command filter={matches} label={searchLabel}>
      <div className="flex items-center gap-2 border-b border-line px-3">
        <Search size={15} className="shrink-0 text-faint" aria-hidden />
        <Command.Input
          placeholder={searchLabel}
          className="h-10 w-full bg-transparent text-base outline-none max-sm:h-11 max-sm:text-md"
        />
      </div>
      <Command.List className="max-h-72 overflow-y-auto p-1">
        <Command.Empty className="px-3 py-4 text-center text-muted">{emptyText}</Command.Empty>
        {groups.map((group) => (
          <Command.Group
            key={group.label}
            heading={group.label}
            className="[&>[cmdk-group-heading]]:px-2 [&>[cmdk-group-heading]]:pt-2.5 [&>[cmdk-group-heading]]:pb-1 [&>[cmdk-group-heading]]:text-xs [&>[cmdk-group-heading]]:font-medium [&>[cmdk-group-heading]]:text-muted"
          >
            {group.options.map((option) => (
              <Command.Item
                key={option.value}
                // Unique in the list: an option may be in two groups.
                value={`${group.label} ${option.value}`}
                keywords={[option.label, option.detail ?? "", ...(option.keywords ?? [])]}
                onSelect={() => onPick(option.value)}
                className="flex min-h-8 cursor-default items-center gap-2 rounded-md px-2 py-1 select-none data-[selected=true]:bg-hover pointer-coarse:min-h-11"
              >
                <Check
                  size={15}
                  aria-hidden
                  className={cn("shrink-0 text-accent", option.value !== value && "invisible")}
                />
                <span className="min-w-0 grow">{option.label}</span>
                {option.detail && (
                  <span className="shrink-0 font-mono text-xs text-muted tabular-nums">
                    {option.detail}
                  </span>
                )}
              </Command.Item>
            ))}
          </Command.Group>
        ))}
      </Command.List>
    </Command>
  );
}

export function Combobox(props: ComboboxProps) {
  const { shown, id, disabled = false, onChange } = props;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
      <Popover.Trigger
        id={id}
        disabled={disabled}
        aria-describedby={props["aria-describedby"]}
        aria-invalid={props["aria-invalid"]}
        className={cn(
          INPUT_CLASS,
          "inline-flex h-9 items-center justify-between gap-2 text-left max-sm:h-11",
        )}
      >
        <span className="truncate">{shown}</span>
        <ChevronsUpDown size={15} className="shrink-0 text-muted" aria-hidden />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={4}
          collisionPadding={8}
          aria-label={props.searchLabel}
          className="z-50 w-(--radix-popover-trigger-width) min-w-72 animate-appear overflow-hidden rounded-lg border border-line bg-surface shadow-pop"
        >
          <Options
            {...props}
            onPick={(value) => {
              onChange(value);
              setIsOpen(false);
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
