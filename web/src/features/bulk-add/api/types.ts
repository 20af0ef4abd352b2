/** Types of the bulk import API. */
import type { Schemas } from "@/api/types";

/** A warning about a document, such as hidden text. */
export type DocumentFlag = Schemas["FlagView"];
export type BatchDocument = Schemas["DocumentView"];
export type Batch = Schemas["BatchView"];
export type OpenBatch = Schemas["BatchRow"];

export type PreviewCandidate = Schemas["PreviewCandidate"];
export type PreviewJob = Schemas["PreviewJob"];
export type Preview = Schemas["BatchPreview"];

export type MergeChange = Schemas["MergeChange"];
export type Merge = Schemas["MergePreview"];

/** Lists of `sourceDocumentId`. */
export type Selection = Required<Schemas["CommitBatch"]>;
export type ImportResult = Schemas["CommitResult"];
