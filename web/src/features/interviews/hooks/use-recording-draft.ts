/** Upload of the recordings of one interview, up to a draft on the server whose voices are separate. */
import { useEffect, useRef, useState } from "react";

import {
  useDeleteRecordingImport,
  useUploadRecording,
  type RecordingImport,
} from "../api/recording-imports";

const MAX_FILES = 2;

export function useRecordingDraft(files: readonly File[]) {
  const upload = useUploadRecording();
  const { mutate: remove } = useDeleteRecordingImport();
  const [draft, setDraft] = useState<RecordingImport | null>(null);
  const draftId = useRef<string | null>(null);
  const hasBegun = useRef(false);
  const isDiscarded = useRef(false);

  const add = async (more: readonly File[]) => {
    try {
      for (const file of more.slice(0, MAX_FILES)) {
        const view = await upload.mutateAsync({ file, draftId: draftId.current });
        if (isDiscarded.current) {
          remove(view._id);
          return;
        }
        draftId.current = view._id;
        setDraft(view);
      }
    } catch {
      // Shown from `error`.
    }
  };
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    void add(files);
  });

  return {
    draft,
    isUploading: upload.isPending,
    error: upload.error,
    /** Adds the second person's recording. */
    addSecond: (second: readonly File[]) => void add(second.slice(0, 1)),
    /** Deletes the draft on the server, also one whose upload is still in progress. */
    discard: () => {
      isDiscarded.current = true;
      if (draftId.current !== null) remove(draftId.current);
    },
  };
}
