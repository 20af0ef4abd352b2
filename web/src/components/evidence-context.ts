/** Contexts that connect record fields to the places in a document that support them. */
import { createContext } from "react";

import type { Span } from "@/lib/evidence";

export interface EvidenceActions {
  /** The places that support this value; empty if there are none. */
  find: (field: string, value?: unknown) => readonly Span[];
  /** Highlights these places while the field is hovered or focused; null ends it. */
  point: (spans: readonly Span[] | null) => void;
  /** Opens the document text at these places. */
  open: (spans: readonly Span[]) => void;
}

/** Null if no document is shown next to the record. Separate, so that hovering redraws no field. */
export const EvidenceContext = createContext<EvidenceActions | null>(null);

export interface ShownEvidence {
  spans: readonly Span[];
  /** Number of requests to open the text; each increment opens it again. */
  opened: number;
}

export const ShownEvidenceContext = createContext<ShownEvidence>({ spans: [], opened: 0 });
