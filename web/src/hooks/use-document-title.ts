import { useEffect } from "react";

import { useBranding } from "./use-branding";

/** Sets the page's title while the component is shown. */
export function useDocumentTitle(title: string | undefined): void {
  const { productName } = useBranding();
  useEffect(() => {
    document.title = title ? `${title} · ${productName}` : productName;
  }, [title, productName]);
}
