/** Addresses of other machines to which data would be sent without encryption. */
import type { Setting } from "../api/types";

const ADDRESSES = new Set([
  "public_url",
  "oidc_issuer",
  "llm_base_url",
  "speech_base_url",
  "embeddings_base_url",
  "backup_s3_url",
  "files_s3_url",
]);
const THIS_MACHINE = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Whether `value` of a setting is an http address of another machine. */
export function isPlainAddress(setting: Setting, value: unknown): boolean {
  if (!ADDRESSES.has(setting.key) || typeof value !== "string") return false;
  const address = value.trim();
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  return url.protocol === "http:" && !THIS_MACHINE.has(url.hostname);
}
