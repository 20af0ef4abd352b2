/** The largest document that this server accepts. */
import { useQuery } from "@tanstack/react-query";

import { siteQuery } from "@/api/site";
import { MAX_DOCUMENT_BYTES } from "@/lib/document-files";

export function useMaxDocumentBytes(): number {
  return useQuery(siteQuery).data?.maxUploadBytes ?? MAX_DOCUMENT_BYTES;
}
