/** Bulk Add: a new import, or the one named in the URL. */
import { useState } from "react";
import { useSearchParams } from "react-router";

import type { Batch } from "../api/types";
import { OpenedBatch } from "./opened-batch";
import { Wizard } from "./wizard";

const BATCH = "batch";

export function BulkAddPage() {
  const [search, setSearch] = useSearchParams();
  // Each import gets its own wizard, so that no state carries over.
  const [run, setRun] = useState({ number: 0, batchId: search.get(BATCH) });
  const show = (batchId: string | null) => {
    setSearch(batchId === null ? {} : { [BATCH]: batchId }, { replace: true });
  };
  const begin = (batchId: string | null) => {
    show(batchId);
    setRun({ number: run.number + 1, batchId });
  };
  const wizard = (batch: Batch | null) => (
    <Wizard key={run.number} batch={batch} onBatch={show} onBegin={begin} />
  );
  if (run.batchId === null) return wizard(null);
  return (
    <OpenedBatch key={run.number} batchId={run.batchId} onStartNew={() => begin(null)}>
      {wizard}
    </OpenedBatch>
  );
}
