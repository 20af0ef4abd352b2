import type { Schemas } from "@/api/types";

export type JobDescription = Schemas["JobDescriptionView"];
export type JobChange = Schemas["PatchJobDescription"];
