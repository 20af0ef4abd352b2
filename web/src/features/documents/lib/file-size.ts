/** Formatting of file sizes. */
import type { TFunction } from "i18next";

import { formatNumber } from "@/lib/format";

const UNITS = ["bytes", "kb", "mb", "gb"] as const;

/** File size with at most two decimals and units up to GB. */
export function formatFileSize(t: TFunction<"documents">, bytes: number): string {
  const exponent = bytes > 0 ? Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10)) : 0;
  const value = Math.round((Math.max(0, bytes) / 1024 ** exponent) * 100) / 100;
  return t(`size.${UNITS[exponent] ?? "gb"}`, { size: formatNumber(value) });
}
