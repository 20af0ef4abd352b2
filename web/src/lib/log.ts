/** Browser console logging without personal data. */
import { readStored } from "./local-storage";

const LEVELS = ["DEBUG", "INFO", "WARN", "ERROR"] as const;
type Level = (typeof LEVELS)[number];

const KEY = "logLevel";
const DEFAULT_LEVEL: Level = "WARN";

function isShown(level: Level): boolean {
  const stored = readStored(KEY)?.toUpperCase();
  const threshold = LEVELS.find((one) => one === stored) ?? DEFAULT_LEVEL;
  return LEVELS.indexOf(level) >= LEVELS.indexOf(threshold);
}

/**
 * Logs from WARN on, or from the level stored under `logLevel` in local storage. Entries are a fixed
 * event name and an error, never what people wrote or said.
 */
export const log = {
  /* eslint-disable no-console */
  warn(event: string, detail?: unknown): void {
    if (isShown("WARN")) console.warn(event, detail);
  },
  error(event: string, detail?: unknown): void {
    if (isShown("ERROR")) console.error(event, detail);
  },
  /* eslint-enable no-console */
};
