/** Search and filters of the user list. */
import { Search } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { useDebounced } from "@/hooks/use-debounced";

import { ROLES, USER_STATUSES, type UserFilters } from "../lib/user-filters";

const SEARCH_DELAY_MS = 300;
/** Radix reserves the empty value for "nothing selected". */
const ANY = "any";

interface UserFilterBarProps {
  filters: UserFilters;
  onChange: (part: Partial<UserFilters>) => void;
}

export function UserFilterBar({ filters, onChange }: UserFilterBarProps) {
  const { t } = useTranslation("admin");
  const [text, setText] = useState(filters.search);
  const [applied, setApplied] = useState(filters.search);
  if (applied !== filters.search) {
    // Cleared by a button or by browser navigation: the field follows the URL.
    setApplied(filters.search);
    if (text.trim() !== filters.search) setText(filters.search);
  }
  const settled = useDebounced(text, SEARCH_DELAY_MS).trim();
  const apply = useEffectEvent((search: string) => {
    if (search === text.trim() && search !== filters.search) onChange({ search });
  });
  useEffect(() => apply(settled), [settled]);

  return (
    <search className="flex flex-wrap gap-2">
      <div className="relative w-full sm:w-80">
        <Search
          size={16}
          className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-faint"
          aria-hidden
        />
        <Input
          type="search"
          value={text}
          onChange={(event) => setText(event.target.value)}
          placeholder={t("users.searchPlaceholder")}
          aria-label={t("users.searchLabel")}
          className="pl-9"
          maxLength={200}
        />
      </div>
      <Select
        value={filters.role || ANY}
        onChange={(role) => onChange({ role: role === ANY ? "" : role })}
        options={[
          { value: ANY, label: t("users.anyRole") },
          ...ROLES.map((role) => ({ value: role, label: t(`roles.${role}`) })),
        ]}
        aria-label={t("users.roleFilter")}
        className="w-auto min-w-36 max-sm:grow max-sm:basis-0"
      />
      <Select
        value={filters.status || ANY}
        onChange={(status) => onChange({ status: status === ANY ? "" : status })}
        options={[
          { value: ANY, label: t("users.anyStatus") },
          ...USER_STATUSES.map((status) => ({ value: status, label: t(`userStatus.${status}`) })),
        ]}
        aria-label={t("users.statusFilter")}
        className="w-auto min-w-36 max-sm:grow max-sm:basis-0"
      />
    </search>
  );
}
