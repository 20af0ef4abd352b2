import type { Schemas } from "@/api/types";

export type InterviewDocument = Schemas["DocumentView"];
export type DocumentDetail = Schemas["DocumentContent"];
