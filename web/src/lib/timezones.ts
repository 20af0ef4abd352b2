/** Timezones with current city names, grouped by region. */
/** Regions of the timezone list, in display order. */
export const TIMEZONE_REGIONS = [
  "utc",
  "northAmerica",
  "southAmerica",
  "europe",
  "africa",
  "asia",
  "pacific",
] as const;
export type TimezoneRegion = (typeof TIMEZONE_REGIONS)[number];

/** Outdated IANA names that browsers still list, with the current city name. */
const PRESENT_NAMES: Record<string, string> = {
  "Africa/Asmera": "Africa/Asmara",
  "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
  "America/Catamarca": "America/Argentina/Catamarca",
  "America/Coral_Harbour": "America/Atikokan",
  "America/Cordoba": "America/Argentina/Cordoba",
  "America/Godthab": "America/Nuuk",
  "America/Indianapolis": "America/Indiana/Indianapolis",
  "America/Jujuy": "America/Argentina/Jujuy",
  "America/Louisville": "America/Kentucky/Louisville",
  "America/Mendoza": "America/Argentina/Mendoza",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Atlantic/Faeroe": "Atlantic/Faroe",
  "Europe/Kiev": "Europe/Kyiv",
  "Pacific/Enderbury": "Pacific/Kanton",
  "Pacific/Ponape": "Pacific/Pohnpei",
  "Pacific/Truk": "Pacific/Chuuk",
};

const SOUTH_AMERICAN = new Set(
  (
    "Araguaina Asuncion Bahia Belem Boa_Vista Bogota Campo_Grande Caracas Cayenne Coyhaique Cuiaba " +
    "Eirunepe Fortaleza Guayaquil Guyana La_Paz Lima Maceio Manaus Montevideo Noronha Paramaribo " +
    "Porto_Velho Punta_Arenas Recife Rio_Branco Santarem Santiago Sao_Paulo"
  ).split(" "),
);

/** Islands that IANA names by ocean, with their region in the UN M49 standard. */
const ISLANDS: Record<string, TimezoneRegion> = {
  "Atlantic/Bermuda": "northAmerica",
  "Atlantic/South_Georgia": "southAmerica",
  "Atlantic/Stanley": "southAmerica",
  "Atlantic/Cape_Verde": "africa",
  "Atlantic/St_Helena": "africa",
  "Indian/Christmas": "pacific",
  "Indian/Cocos": "pacific",
  "Indian/Maldives": "asia",
  "Pacific/Easter": "southAmerica",
  "Pacific/Galapagos": "southAmerica",
};

/** The current name of an IANA timezone. */
export function presentName(timezone: string): string {
  return PRESENT_NAMES[timezone] ?? timezone;
}

function formerName(timezone: string): string | undefined {
  return Object.keys(PRESENT_NAMES).find((former) => PRESENT_NAMES[former] === timezone);
}

export function findRegion(timezone: string): TimezoneRegion {
  const [area = "", place = ""] = timezone.split("/");
  const island = ISLANDS[timezone];
  if (island) return island;
  switch (area) {
    case "America":
      return place === "Argentina" || SOUTH_AMERICAN.has(place) ? "southAmerica" : "northAmerica";
    case "Europe":
    case "Arctic":
    case "Atlantic":
      return "europe";
    case "Africa":
    case "Indian":
      return "africa";
    case "Asia":
      return "asia";
    case "Antarctica":
    case "Australia":
    case "Pacific":
      return "pacific";
    default:
      return "utc";
  }
}

/** 'Buenos Aires, Argentina' from 'America/Argentina/Buenos_Aires'. */
export function formatPlace(timezone: string): string {
  const parts = timezone.split("/").map((part) => part.replaceAll("_", " "));
  return parts.slice(1).reverse().join(", ") || timezone;
}

/** 'UTC+05:30' at `now`; blank if the browser does not know the timezone. */
export function formatOffset(timezone: string, now: Date): string {
  try {
    const parts = new Intl.DateTimeFormat("en-US", {
      timeZone: timezone,
      timeZoneName: "longOffset",
    }).formatToParts(now);
    const offset = parts.find((part) => part.type === "timeZoneName")?.value ?? "";
    return offset === "GMT" ? "UTC+00:00" : offset.replace("GMT", "UTC");
  } catch {
    return "";
  }
}

/** The browser's timezone, or UTC if unknown. */
export function browserTimezone(): string {
  return presentName(Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC");
}

export interface TimezoneEntry {
  timezone: string;
  place: string;
  /** Offset on the given day, including daylight saving time. */
  offset: string;
  /** Further search terms: the IANA name and its predecessor. */
  names: string[];
}

function toEntry(timezone: string, now: Date): TimezoneEntry {
  const former = formerName(timezone);
  return {
    timezone,
    place: formatPlace(timezone),
    offset: formatOffset(timezone, now),
    names: former === undefined ? [timezone] : [timezone, former],
  };
}

/**
 * All timezones that the browser knows plus those in `also` (a stored one may be unknown to it),
 * by region and place. Offsets are those at `now`.
 */
export function timezonesByRegion(
  now: Date,
  also: readonly string[] = [],
): { region: TimezoneRegion; entries: TimezoneEntry[] }[] {
  const names = new Set([
    "UTC",
    ...[...Intl.supportedValuesOf("timeZone"), ...also].map(presentName),
  ]);
  const entries = [...names].map((timezone) => toEntry(timezone, now));
  entries.sort((one, other) => one.place.localeCompare(other.place));
  return TIMEZONE_REGIONS.map((region) => ({
    region,
    entries: entries.filter((entry) => findRegion(entry.timezone) === region),
  }));
}
