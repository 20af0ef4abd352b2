/** Types of the documents API. */
import type { Schemas } from "@/api/types";

export type InterviewDocument = Schemas["DocumentView"];
export type DocumentDetail = Schemas["DocumentContent"];
export type DocumentFlag = InterviewDocument["flags"][number];
export type DocumentProgress = NonNullable<InterviewDocument["progress"]>;
export type DocumentStage = DocumentProgress["stage"];

/** A page of a PDF, in points. */
export type DocumentPage = Schemas["PageView"];
