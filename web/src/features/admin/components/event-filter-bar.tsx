/** Search and filters of the security events. */
import { useTranslation } from "react-i18next";

import { RecordSearch } from "@/components/record-search";
import { Select } from "@/components/ui/select";

import { EVENT_TYPES, OUTCOMES, type EventFilters } from "../lib/event-filters";

/** Radix reserves the empty value for "nothing selected". */
const ANY = "any";

interface EventFilterBarProps {
  filters: EventFilters;
  onChange: (part: Partial<EventFilters>) => void;
}

export function EventFilterBar({ filters, onChange }: EventFilterBarProps) {
  const { t } = useTranslation("admin");
  return (
    <div className="flex flex-wrap gap-2">
      <div className="flex w-full sm:w-80">
        <RecordSearch
          label={t("security.searchLabel")}
          placeholder={t("security.searchPlaceholder")}
          value={filters.search}
          onSearch={(search) => onChange({ search })}
          isSearching={false}
        />
      </div>
      <Select
        value={filters.type || ANY}
        onChange={(type) => onChange({ type: type === ANY ? "" : type })}
        options={[
          { value: ANY, label: t("security.anyType") },
          ...EVENT_TYPES.map((type) => ({ value: type, label: t(`security.types.${type}`) })),
        ]}
        aria-label={t("security.typeFilter")}
        className="w-auto min-w-48 max-sm:grow"
      />
      <Select
        value={filters.outcome || ANY}
        onChange={(outcome) => onChange({ outcome: outcome === ANY ? "" : outcome })}
        options={[
          { value: ANY, label: t("security.anyOutcome") },
          ...OUTCOMES.map((outcome) => ({
            value: outcome,
            label: t(`security.outcomes.${outcome}`),
          })),
        ]}
        aria-label={t("security.outcomeFilter")}
        className="w-auto min-w-36 max-sm:grow"
      />
    </div>
  );
}
