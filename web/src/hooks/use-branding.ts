/** Name, logo and accent color of this server; the built-in ones until they have loaded. */
import { createContext, use } from "react";

import { DEFAULT_BRANDING, type Branding } from "@/lib/branding";

export const BrandingContext = createContext<Branding>(DEFAULT_BRANDING);

export function useBranding(): Branding {
  return use(BrandingContext);
}
