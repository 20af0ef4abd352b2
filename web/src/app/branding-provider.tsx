/** Provides the server's branding; that of the last visit until it has loaded, or if it cannot. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, type ReactNode } from "react";

import { siteQuery } from "@/api/site";
import { BrandingContext } from "@/hooks/use-branding";
import { adoptBranding, readBranding } from "@/lib/branding";

export function BrandingProvider({ children }: { children: ReactNode }) {
  const { data: site } = useQuery(siteQuery);
  const branding = useMemo(
    () =>
      site
        ? { productName: site.productName, logoUrl: site.logoUrl, accentColor: site.accentColor }
        : readBranding(),
    [site],
  );
  useEffect(() => {
    // If its colors cannot be loaded, those of the last visit stay.
    if (site) adoptBranding(branding).catch(() => undefined);
  }, [site, branding]);
  return <BrandingContext value={branding}>{children}</BrandingContext>;
}
