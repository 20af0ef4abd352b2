/** Search and filters of the user list. */
import { useTranslation } from "react-i18next";

import { RecordSearch } from "@/components/record-search";
import { Select } from "@/components/ui/select";

import { ROLES, USER_STATUSES, type UserFilters } from "../lib/user-filters";

/** Radix reserves the empty value for "nothing selected". */
const ANY = "any";

interface UserFilterBarProps {
  filters: UserFilters;
  onChange: (part: Partial<UserFilters>) => void;
}

export function UserFilterBar({ filters, onChange }: UserFilterBarProps) {
  const { t } = useTranslation("admin");
  return (
    <div className="flex flex-wrap gap-2">
      <div className="flex w-full sm:w-80">
        <RecordSearch
          label={t("users.searchLabel")}
          placeholder={t("users.searchPlaceholder")}
          value={filters.search}
          onSearch={(search) => onChange({ search })}
          isSearching={false}
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
    </div>
  );
}
