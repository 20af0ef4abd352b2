/** What an interview is called before it is known whom it is with (a default of the server). */
const UNNAMED = "Unnamed Candidate";

export function hqTitle(candidateName: string): string {
  const name = candidateName.trim();
  return name === "" || name === UNNAMED ? "New Interview" : name;
}
