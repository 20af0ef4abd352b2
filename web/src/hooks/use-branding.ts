import { createContext, use } from "react";

import { DEFAULT_BRANDING, type Branding } from "@/lib/branding";

export const BrandingContext = createContext<Branding>(DEFAULT_BRANDING);

/** Name, logo and accent of this server; the built-in ones until they are known. */
export function useBranding(): Branding {
  return use(BrandingContext);
}
