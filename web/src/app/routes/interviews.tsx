/** The list of interviews, with those that other users shared for review. */
import { InterviewsPage } from "@/features/interviews/components/interviews-page";
import { SharedInterviews } from "@/features/review/components/shared-interviews";

export function InterviewsRoute() {
  return <InterviewsPage shared={<SharedInterviews />} />;
}
