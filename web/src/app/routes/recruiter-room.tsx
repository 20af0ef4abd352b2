/** Recruiter room, with profile and job description as Interview HQ shows them. */
import { ProfileView } from "@/features/candidates/components/profile-view";
import { JobView } from "@/features/job-descriptions/components/job-view";
import type { RecordViews } from "@/features/rooms/components/recruiter-room";
import { RecruiterRoomRoute as Room } from "@/features/rooms/components/recruiter-room-route";

const RECORDS: RecordViews = {
  renderProfile: (candidate) => <ProfileView profile={candidate} />,
  renderJob: (job) => <JobView job={job} />,
};

export function RecruiterRoomRoute() {
  return <Room records={RECORDS} />;
}
