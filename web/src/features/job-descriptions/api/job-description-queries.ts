/** Requests of job descriptions, and the queries made from them. */
import { api } from "@/api/client";
import { downloadFile } from "@/api/download";
import { makeRecordQueries, type RecordListQuery } from "@/api/record-queries";
import type { JobStatus, Schemas } from "@/api/types";
import { PAGE_SIZE, SLOW_CALL_TIMEOUT_MS } from "@/config/constants";
import { buildListQuery, buildSelectionQuery } from "@/hooks/use-list-view";

import type { JobChange, JobListView } from "./types";

const byId = (jobDescriptionId: string) => ({ params: { job_description_id: jobDescriptionId } });

export const jobDescriptionRecords = makeRecordQueries({
  kind: "job-descriptions",
  read: (jobDescriptionId, signal) =>
    api.get("/api/job-descriptions/{job_description_id}", { ...byId(jobDescriptionId), signal }),
  list: (query: RecordListQuery<Schemas["JobSort"], JobStatus>, signal) =>
    api.get("/api/job-descriptions", { query, signal }),
  search: (query, signal) => api.get("/api/job-descriptions/search", { query, signal }),
  countInterviews: (jobDescriptionId, signal) =>
    api.get("/api/job-descriptions/{job_description_id}/interview-count", {
      ...byId(jobDescriptionId),
      signal,
    }),
  update: (jobDescriptionId, change: JobChange) =>
    api.patch("/api/job-descriptions/{job_description_id}", {
      ...byId(jobDescriptionId),
      body: change,
    }),
  remove: (jobDescriptionId) =>
    api.delete("/api/job-descriptions/{job_description_id}", byId(jobDescriptionId)),
});

export const jobDescriptionQuery = jobDescriptionRecords.one;

export function jobDescriptionListQuery(view: JobListView) {
  return jobDescriptionRecords.list({ ...buildListQuery(view), limit: PAGE_SIZE });
}

/** The whole list as it is shown, all its pages, as a CSV file. */
export function exportJobDescriptions(view: JobListView) {
  return downloadFile("/api/job-descriptions/export.csv", {
    query: buildSelectionQuery(view),
    timeoutMs: SLOW_CALL_TIMEOUT_MS,
  });
}
