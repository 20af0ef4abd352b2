/** Merges the server's documents into the list of uploads. */
import type { BatchDocument } from "../api/types";
import { fromDocument } from "./document-state";
import { createUpload, type Upload } from "./uploads";

interface Reconciliation {
  uploads: Upload[];
  /** Documents that the server stored although their upload was given up. */
  orphans: { upload: Upload; documentId: string }[];
}

interface Context {
  isNews: (documentId: string) => boolean;
  /** Uploads on their way, by id. */
  sending: ReadonlyMap<string, unknown>;
}

export function reconcile(
  current: readonly Upload[],
  documents: readonly BatchDocument[],
  { isNews, sending }: Context,
): Reconciliation {
  const byId = new Map(documents.map((document) => [document._id, document]));
  const known = new Set(current.map(({ documentId }) => documentId));
  const orphans: Reconciliation["orphans"] = [];
  const uploads = current.map((upload) => {
    const document = upload.documentId === null ? undefined : byId.get(upload.documentId);
    if (document === undefined || !isNews(document._id)) return upload;
    const next = fromDocument(upload, document);
    // An unchanged upload keeps its identity, so that its row is not drawn again.
    return isEqual(upload, next) ? upload : next;
  });
  for (const document of documents) {
    if (known.has(document._id) || !isNews(document._id)) continue;
    // The response to this upload was lost, but the server has the file.
    const owner = uploads.findIndex(
      (upload) =>
        upload.documentId === null &&
        !sending.has(upload.id) &&
        upload.fileSize === document.fileSize &&
        upload.file?.name === document.originalName,
    );
    const upload = uploads[owner];
    if (upload === undefined) {
      // While an upload is running, an unknown document is most likely the one it stored.
      if (sending.size === 0) uploads.push(fromDocument(createUpload(null), document));
    } else if (upload.status === "pending") uploads[owner] = fromDocument(upload, document);
    else if (upload.status === "failed") orphans.push({ upload, documentId: document._id });
  }
  return { uploads, orphans };
}

function isEqual(one: Upload, other: Upload): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
