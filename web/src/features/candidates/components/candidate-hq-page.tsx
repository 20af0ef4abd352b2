export function CandidateHqPage() {
  return null;
}
