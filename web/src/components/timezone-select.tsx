import { useTranslation } from "react-i18next";

import { Combobox, type ComboboxOption } from "@/components/ui/combobox";
import {
  browserTimezone,
  offsetOf,
  placeOf,
  presentName,
  timezonesByRegion,
} from "@/lib/timezones";

interface TimezoneSelectProps {
  /** A name of the IANA database; null for that of the browser, whichever it is. */
  value: string | null;
  onChange: (timezone: string | null) => void;
  id?: string;
  disabled?: boolean;
  "aria-describedby"?: string | undefined;
  "aria-invalid"?: boolean | undefined;
}

const BROWSERS = "";

/** The timezones of the world by region, each with its offset of today. */
export function TimezoneSelect({ value, onChange, ...rest }: TimezoneSelectProps) {
  const { t } = useTranslation();
  const present = value === null ? null : presentName(value);
  const groups = () => {
    const own = browserTimezone();
    const now = new Date();
    const ofBrowser: ComboboxOption[] = [
      { value: BROWSERS, label: t("timezones.asBrowser") },
      { value: own, label: placeOf(own), detail: offsetOf(own, now), keywords: [own] },
    ];
    return [
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
      ? `${t("timezones.asBrowser")} (${placeOf(browserTimezone())})`
      : `${placeOf(present)} · ${offsetOf(present, new Date())}`;
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
