/** Browser and system names from a User-Agent header. */
// Order matters: nearly all browsers also claim to be Chrome or Safari.
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//u, "Edge"],
  [/\b(?:OPR|Opera)\//u, "Opera"],
  [/\bSamsungBrowser\//u, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//u, "Firefox"],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//u, "Chrome"],
  [/\bVersion\/[\d.]+.*\bSafari\//u, "Safari"],
];

const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPhone\b/u, "iPhone"],
  [/\biPad\b/u, "iPad"],
  [/\bAndroid\b/u, "Android"],
  [/\bWindows\b/u, "Windows"],
  [/\bCrOS\b/u, "ChromeOS"],
  [/\bMac OS X\b|\bMacintosh\b/u, "macOS"],
  [/\bLinux\b/u, "Linux"],
];

export interface Device {
  browser: string | null;
  system: string | null;
  isHandheld: boolean;
}

/** Versions are left out: browsers freeze them, and users do not know theirs. */
export function parseDevice(userAgent: string): Device {
  const first = (list: readonly [RegExp, string][]) =>
    list.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null;
  const system = first(SYSTEMS);
  return {
    browser: first(BROWSERS),
    system,
    isHandheld: system === "iPhone" || system === "iPad" || system === "Android",
  };
}
