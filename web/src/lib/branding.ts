/** Name, logo and accent color of this server, and their copy in local storage. */
import { PRODUCT_NAME } from "@/config/constants";

import type { AccentColors } from "./accent-colors";
import { readStored, writeStored } from "./local-storage";

/** Branding set by an administrator. */
export interface Branding {
  productName: string;
  logoUrl: string | null;
  /** #rrggbb */
  accentColor: string | null;
}

export const DEFAULT_BRANDING: Branding = {
  productName: PRODUCT_NAME,
  logoUrl: null,
  accentColor: null,
};

// Read by public/theme-init.js before the first paint.
const KEY = "branding";
const HEX = /^#[0-9a-f]{6}$/iu;

const VARIABLES: Record<keyof AccentColors, string> = {
  accent: "accent",
  hover: "accent-hover",
  soft: "accent-soft",
  ink: "accent-ink",
  onAccent: "on-accent",
};

/** The style properties used by theme.css: name → #rrggbb; none for the built-in accent. */
export async function accentProperties(
  accentColor: string | null,
): Promise<Record<string, string>> {
  if (accentColor === null || !HEX.test(accentColor)) return {};
  // Most servers keep the built-in accent; only the others load the color computation.
  const { accentColors } = await import("./accent-colors");
  const found: Record<string, string> = {};
  for (const theme of ["light", "dark"] as const) {
    const colors = accentColors(accentColor, theme);
    for (const [part, name] of Object.entries(VARIABLES)) {
      found[`--brand-${theme}-${name}`] = colors[part as keyof AccentColors];
    }
  }
  return found;
}

/** Applies the colors and stores the branding, so that the next start shows it immediately. */
export async function adoptBranding(branding: Branding): Promise<void> {
  const { style } = document.documentElement;
  const properties = await accentProperties(branding.accentColor);
  for (const theme of ["light", "dark"]) {
    for (const name of Object.values(VARIABLES)) {
      const property = `--brand-${theme}-${name}`;
      const value = properties[property];
      if (value === undefined) style.removeProperty(property);
      else style.setProperty(property, value);
    }
  }
  const isDefault =
    branding.productName === PRODUCT_NAME &&
    branding.logoUrl === null &&
    branding.accentColor === null;
  writeStored(KEY, isDefault ? null : JSON.stringify({ ...branding, properties }));
}

/** The branding of the last visit; the built-in one on the first visit. */
export function readBranding(): Branding {
  try {
    const stored: unknown = JSON.parse(readStored(KEY) ?? "null");
    if (typeof stored !== "object" || stored === null) return DEFAULT_BRANDING;
    const { productName, logoUrl, accentColor } = stored as Partial<Record<string, unknown>>;
    return {
      productName: typeof productName === "string" && productName ? productName : PRODUCT_NAME,
      logoUrl: typeof logoUrl === "string" ? logoUrl : null,
      accentColor: typeof accentColor === "string" ? accentColor : null,
    };
  } catch {
    return DEFAULT_BRANDING;
  }
}
