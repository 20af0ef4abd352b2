/** CVs that were added to the profile of another person. */
import type { InterviewDocument } from "../api/types";

/** Whether the document was kept out of its profile until the recruiter decides. */
export function namesOtherPerson({ flags }: Pick<InterviewDocument, "flags">): boolean {
  return flags.some(({ kind }) => kind === "other_person");
}
