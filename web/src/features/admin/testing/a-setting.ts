/** Sample setting for tests. */
import type { Setting } from "../api/types";

/** A text setting at its default, with overrides. */
export function aSetting(part: Partial<Setting> = {}): Setting {
  return {
    key: "product_name",
    variable: `GREENROOM_${(part.key ?? "product_name").toUpperCase()}`,
    kind: "text",
    value: null,
    isSet: false,
    source: "default",
    isLocked: false,
    appliesAfterRestart: false,
    isPending: false,
    choices: null,
    defaultValue: null,
    ...part,
  };
}
