import { useEffect } from "react";

import { PRODUCT_NAME } from "@/config/constants";

/** Sets the page's title while the component is shown. */
export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} · ${PRODUCT_NAME}` : PRODUCT_NAME;
  }, [title]);
}
