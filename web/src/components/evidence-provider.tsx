/** Provides the evidence of a document to the record fields next to it. */
import { useCallback, useMemo, useState, type ReactNode } from "react";

import { EvidenceContext, ShownEvidenceContext } from "@/components/evidence-context";
import { findSpans, type EvidenceSource, type Span } from "@/lib/evidence";

interface EvidenceProviderProps {
  /** The document shown next to the record; null if there is none. */
  source: EvidenceSource | null;
  /** Called when a place in the text is requested. */
  onOpen: (spans: readonly Span[]) => void;
  /** Highlighted initially. */
  initialSpans?: readonly Span[];
  children: ReactNode;
}

export function EvidenceProvider(props: EvidenceProviderProps) {
  const { source, onOpen, initialSpans = [], children } = props;
  const [pointed, setPointed] = useState<readonly Span[] | null>(null);
  const [opened, setOpened] = useState<{ spans: readonly Span[]; times: number }>({
    spans: initialSpans,
    times: 0,
  });
  const open = useCallback(
    (spans: readonly Span[]) => {
      setOpened((last) => ({ spans, times: last.times + 1 }));
      onOpen(spans);
    },
    [onOpen],
  );
  const actions = useMemo(
    () =>
      source && {
        find: (field: string, value?: unknown) => findSpans(source, field, value),
        point: setPointed,
        open,
      },
    [source, open],
  );
  const shown = useMemo(
    () => ({ spans: pointed ?? opened.spans, opened: opened.times }),
    [pointed, opened],
  );
  return (
    <EvidenceContext value={actions}>
      <ShownEvidenceContext value={shown}>{children}</ShownEvidenceContext>
    </EvidenceContext>
  );
}
