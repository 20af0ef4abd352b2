import { readStored } from "./local-storage";

const LEVELS = ["DEBUG", "INFO", "WARN", "ERROR"] as const;
type Level = (typeof LEVELS)[number];

const KEY = "logLevel";
const DEFAULT_LEVEL: Level = "WARN";

function isShown(level: Level): boolean {
  const stored = readStored(KEY)?.toUpperCase();
  const wanted = LEVELS.find((one) => one === stored) ?? DEFAULT_LEVEL;
  return LEVELS.indexOf(level) >= LEVELS.indexOf(wanted);
}

/**
 * The browser's console, for whoever looks into a fault: from WARN on, or from the level that local
 * storage names under `logLevel`. An event's fixed name and its error; never what people wrote or said.
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
