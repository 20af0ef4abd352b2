/** The latest unfinished imports, to continue or discard. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { errorText } from "@/api/errors";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { formatDate } from "@/lib/format";

import { discardBatch, OPEN_BATCHES_KEY, openBatchesQuery } from "../api/batches";
import type { OpenBatch } from "../api/types";
import { Notice } from "./notice";

export function OpenImports({ onContinue }: { onContinue: (batchId: string) => void }) {
  const batches = useQuery(openBatchesQuery);
  const [discarded, setDiscarded] = useState<OpenBatch | null>(null);
  // A batch without documents has nothing to continue.
  const left = (batches.data ?? []).filter(({ documentCount }) => documentCount > 0).slice(0, 3);
  return (
    <>
      {left.map((batch) => (
        <OpenImport
          key={batch.batchId}
          batch={batch}
          onContinue={onContinue}
          onDiscard={setDiscarded}
        />
      ))}
      {discarded && <DiscardDialog batch={discarded} onClose={() => setDiscarded(null)} />}
    </>
  );
}

interface OpenImportProps {
  batch: OpenBatch;
  onContinue: (batchId: string) => void;
  onDiscard: (batch: OpenBatch) => void;
}

function OpenImport({ batch, onContinue, onDiscard }: OpenImportProps) {
  const { t } = useTranslation("bulk");
  const text = { date: formatDate(batch.createdAt), count: batch.documentCount };
  return (
    <Notice tone="info" text={t("resume.text", text)}>
      <Button size="sm" variant="ghost" onClick={() => onDiscard(batch)}>
        {t("resume.discard")}
      </Button>
      <Button size="sm" onClick={() => onContinue(batch.batchId)}>
        {t("resume.continue")}
      </Button>
    </Notice>
  );
}

function DiscardDialog({ batch, onClose }: { batch: OpenBatch; onClose: () => void }) {
  const { t } = useTranslation("bulk");
  const client = useQueryClient();
  const discard = useMutation({
    mutationFn: () => discardBatch(batch.batchId),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: OPEN_BATCHES_KEY });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t("resume.discardTitle", { date: formatDate(batch.createdAt) })}
      confirmLabel={t("resume.discard")}
      busyLabel={t("resume.discarding")}
      busy={discard.isPending}
      error={discard.error && errorText(discard.error, t("errors.server"))}
      onConfirm={() => discard.mutate()}
    >
      {t("resume.discardText", { count: batch.documentCount })}
    </ConfirmDialog>
  );
}
