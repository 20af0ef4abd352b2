/** Unsaved changes of settings: input, parsing and what to send. */
import type { Setting } from "../api/types";

/** An unsaved change of one setting: a new input, or a reset to the default. */
export type SettingDraft = { kind: "input"; input: string | boolean } | { kind: "reset" };
export type SettingDrafts = Readonly<Record<string, SettingDraft>>;

export type InputProblem = "number" | "json";
type Parsed = { value: unknown } | { problem: InputProblem };

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function toText(setting: Setting, value: unknown): string | boolean {
  if (setting.kind === "boolean") return value === true;
  if (value === null || value === undefined) return "";
  if (setting.kind === "list") return (value as unknown[]).join("\n");
  if (setting.kind === "json") return isEmptyList(value) ? "" : JSON.stringify(value, null, 2);
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The value of the control: the draft if there is one, else the current value. Secrets stay empty. */
export function toInput(setting: Setting, draft: SettingDraft | undefined): string | boolean {
  if (draft?.kind === "input") return draft.input;
  if (setting.kind === "secret") return "";
  return toText(setting, draft?.kind === "reset" ? setting.defaultValue : setting.value);
}

/** The draft for an input; undefined if it equals the current value. */
export function toDraft(setting: Setting, input: string | boolean): SettingDraft | undefined {
  return input === toInput(setting, undefined) ? undefined : { kind: "input", input };
}

/** Entries on lines of their own, or separated by commas. */
function splitItems(input: string): string[] {
  return input
    .split(/[\n,]/u)
    .map((item) => item.trim())
    .filter((item) => item !== "");
}

/** The value in the server's format; null resets to the default, as an emptied field does unless it is a list. */
export function parseDraft(setting: Setting, draft: SettingDraft): Parsed {
  if (draft.kind === "reset") return { value: null };
  const { input } = draft;
  if (typeof input === "boolean") return { value: input };
  if (setting.kind === "list") return { value: splitItems(input) };
  const text = setting.kind === "secret" ? input : input.trim();
  if (text === "") return { value: null };
  switch (setting.kind) {
    case "number": {
      const number = Number(text);
      return Number.isFinite(number) ? { value: number } : { problem: "number" };
    }
    case "json":
      try {
        return { value: JSON.parse(text) as unknown };
      } catch {
        return { problem: "json" };
      }
    case "multiline":
      // Line breaks and spaces are kept as written.
      return { value: input };
    case "text":
    case "boolean":
    case "choice":
    case "secret":
    case "color":
      return { value: text };
  }
}

export interface Changes {
  values: Record<string, unknown>;
  problems: Record<string, InputProblem>;
}

/** The changes to send for `settings`, and the inputs that are invalid. */
export function collectChanges(settings: readonly Setting[], drafts: SettingDrafts): Changes {
  const changes: Changes = { values: {}, problems: {} };
  for (const setting of settings) {
    const draft = drafts[setting.key];
    if (!draft) continue;
    const parsed = parseDraft(setting, draft);
    if ("problem" in parsed) changes.problems[setting.key] = parsed.problem;
    else changes.values[setting.key] = parsed.value;
  }
  return changes;
}

export function withoutDrafts(drafts: SettingDrafts, keys: readonly string[]): SettingDrafts {
  return Object.fromEntries(Object.entries(drafts).filter(([key]) => !keys.includes(key)));
}

/** The server's message about one setting; its path may continue into a list or object. */
export function problemOfSetting(
  fields: readonly { path: string; message: string }[],
  key: string,
): string | undefined {
  return fields.find((field) => field.path.split(".").includes(key))?.message;
}
