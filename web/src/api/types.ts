/** Short names for schema types generated from the server's OpenAPI document (`make client`). */
import type { components } from "./openapi.gen";

export type Schemas = components["schemas"];

type Success = Schemas["Success"];

export type Pagination = Schemas["Pagination"];

/** One page of any list. */
export interface Page<Row> extends Success {
  data: Row[];
  pagination: Pagination;
}

export type User = Schemas["UserView"];
/** Candidates have no account, but a role badge. */
export type UserRole = User["role"] | "candidate";
export type BillingSummary = Schemas["BillingSummary"];
export type BillingRules = Schemas["BillingRules"];

export type Interview = Schemas["InterviewView"];
export type InterviewStatus = Interview["status"];
export type CandidateInterview = Schemas["CandidateInterviewView"];

export type QuestionCategory = Schemas["QuestionCategory"];
export type TrackingStatus = Schemas["TrackingStatus"];
export type Difficulty = Schemas["Difficulty"];

export type JobStatus = Schemas["JobStatus"];
export type ProcessingStatus = Schemas["ProcessingStatus"];
export type ProcessedDocument = Schemas["ProcessedDocument"];
export type DocumentType = Schemas["DocumentType"];

export type OperationProgress = Schemas["OperationProgress"];
export type OperationStage = OperationProgress["stage"];
