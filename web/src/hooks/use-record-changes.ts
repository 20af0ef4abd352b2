/** Editing and deleting a candidate or job description, with the queries each change invalidates. */
import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";

import { isApiError } from "@/api/errors";
import { recordHistoryKey, type RecordKind } from "@/api/record-history";

interface UpdatedRecord<Entity, Change> {
  kind: RecordKind;
  listsKey: QueryKey;
  one: (recordId: string) => { queryKey: QueryKey };
  update: (recordId: string, change: Change) => Promise<{ data: Entity }>;
}

export function useUpdateRecord<Entity, Change>(
  records: UpdatedRecord<Entity, Change>,
  recordId: string,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: Change) => records.update(recordId, change),
    onSuccess: ({ data }) => {
      client.setQueryData(records.one(recordId).queryKey, data);
      return Promise.all([
        client.invalidateQueries({ queryKey: records.listsKey }),
        client.invalidateQueries({ queryKey: recordHistoryKey(records.kind, recordId) }),
      ]);
    },
  });
}

export interface DeletedRecord {
  kind: RecordKind;
  one: (recordId: string) => { queryKey: QueryKey };
  remove: (recordId: string) => Promise<unknown>;
}

export function useDeleteRecord(records: DeletedRecord) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (recordId: string) => {
      try {
        await records.remove(recordId);
      } catch (error) {
        // Already deleted in another tab, which counts as success.
        if (!isApiError(error) || error.status !== 404) throw error;
      }
    },
    onSuccess: (_, recordId) => {
      client.removeQueries({ queryKey: records.one(recordId).queryKey });
    },
    // After a refusal too: an interview may have been linked in the meantime.
    onSettled: () =>
      client.invalidateQueries({
        queryKey: [records.kind],
        predicate: ({ queryKey }) => queryKey[1] !== "one",
      }),
  });
}
