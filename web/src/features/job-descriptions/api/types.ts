import type { Schemas } from "@/api/types";

export type JobDescription = Schemas["JobDescriptionView"];
export type JobDescriptionRow = Schemas["JobDescriptionRow"];
export type JobChange = Schemas["PatchJobDescription"];
export type Count = Schemas["Count"];
