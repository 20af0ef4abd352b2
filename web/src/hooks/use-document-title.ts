/** Sets the page title while the component is mounted. */
import { useEffect } from "react";

import { useBranding } from "./use-branding";

export function useDocumentTitle(title: string | undefined): void {
  const { productName } = useBranding();
  useEffect(() => {
    document.title = title ? `${title} · ${productName}` : productName;
  }, [title, productName]);
}
