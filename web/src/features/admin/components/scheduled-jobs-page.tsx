export function ScheduledJobsPage() {
  return null;
}
