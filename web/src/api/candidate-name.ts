/** The candidate's name of an interview, wherever it is shown. */

/** Names that the server stores until a candidate is known. They are data, so never translated. */
const UNNAMED = new Set(["", "Unnamed Candidate", "New Interview"]);

/** The name of the candidate; null if the interview does not name anyone yet. */
export function getCandidateName(stored: string): string | null {
  const name = stored.trim();
  return UNNAMED.has(name) ? null : name;
}
