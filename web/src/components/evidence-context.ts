import { createContext } from "react";

import type { Span } from "@/lib/evidence";

export interface EvidenceActions {
  /** Where the document told this value of the record; nothing where it did not. */
  find: (field: string, value?: unknown) => readonly Span[];
  /** Shows these places while somebody looks at the field; null when not any more. */
  point: (spans: readonly Span[] | null) => void;
  /** Opens the text of the document at these places. */
  open: (spans: readonly Span[]) => void;
}

/** Null where no document lies beside the record. Apart from what is shown, so that pointing draws no field anew. */
export const EvidenceContext = createContext<EvidenceActions | null>(null);

export interface ShownEvidence {
  spans: readonly Span[];
  /** Counts the times that the text was asked for: it is opened each time. */
  opened: number;
}

export const ShownEvidenceContext = createContext<ShownEvidence>({ spans: [], opened: 0 });
