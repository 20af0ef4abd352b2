/** Timezone select, grouped by region, with offsets. */
import { useTranslation } from "react-i18next";

import { Combobox, type ComboboxOption } from "@/components/ui/combobox";
import {
  browserTimezone,
  formatOffset,
  formatPlace,
  presentName,
  timezonesByRegion,
} from "@/lib/timezones";

interface TimezoneSelectProps {
  /** IANA timezone name; null for the browser's timezone (or for `unset`). */
  value: string | null;
  /** Label of null where it does not mean the browser's timezone. */
  unset?: string;
  /** True if null is not offered. */
  required?: boolean;
  /** The day for which offsets are shown; today by default. */
  at?: Date;
  onChange: (timezone: string | null) => void;
  id?: string;
  disabled?: boolean;
  "aria-describedby"?: string | undefined;
  "aria-invalid"?: boolean | undefined;
}

const BROWSERS = "";

export function TimezoneSelect({
  value,
  onChange,
  unset,
  required = false,
  at,
  ...rest
}: TimezoneSelectProps) {
  const { t } = useTranslation();
  const present = value === null ? null : presentName(value);
  const groups = () => {
    const own = browserTimezone();
    const now = at ?? new Date();
    const none: ComboboxOption = { value: BROWSERS, label: unset ?? t("timezones.asBrowser") };
    const isOfBrowser = !required && unset === undefined;
    const ofBrowser: ComboboxOption[] = [
      ...(isOfBrowser ? [none] : []),
      { value: own, label: formatPlace(own), detail: formatOffset(own, now), keywords: [own] },
    ];
    return [
      ...(required || isOfBrowser ? [] : [{ label: "", options: [none] }]),
      { label: t("timezones.thisBrowser"), options: ofBrowser },
      ...timezonesByRegion(now, present === null ? [own] : [own, present]).map((group) => ({
        label: t(`timezones.regions.${group.region}`),
        options: group.entries.map((entry) => ({
          value: entry.timezone,
          label: entry.place,
          detail: entry.offset,
          keywords: entry.names,
        })),
      })),
    ];
  };
  const shown =
    present === null
      ? (unset ?? `${t("timezones.asBrowser")} (${formatPlace(browserTimezone())})`)
      : `${formatPlace(present)} · ${formatOffset(present, at ?? new Date())}`;
  return (
    <Combobox
      shown={shown}
      value={present ?? BROWSERS}
      onChange={(next) => onChange(next === BROWSERS ? null : next)}
      groups={groups}
      searchLabel={t("timezones.search")}
      emptyText={t("timezones.none")}
      {...rest}
    />
  );
}
