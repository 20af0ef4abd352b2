/** Types of job descriptions in requests and responses. */
import type { JobStatus, Schemas } from "@/api/types";
import type { ListView } from "@/hooks/use-list-view";

export type JobDescription = Schemas["JobDescriptionView"];
export type JobDescriptionRow = Schemas["JobDescriptionRow"];
export type JobChange = Schemas["PatchJobDescription"];
export type JobListView = ListView<Schemas["JobSort"], JobStatus>;
