export function CandidatesPage() {
  return null;
}
