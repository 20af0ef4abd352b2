/** Rating of a new password by its length. */
import { MIN_PASSWORD_LENGTH } from "@/config/constants";

export const PASSWORD_LEVELS = ["short", "enough", "good", "strong"] as const;
export type PasswordLevel = (typeof PASSWORD_LEVELS)[number];

const GOOD_LENGTH = 14;
const STRONG_LENGTH = 20;

/** Rating of a password's length; null while it is empty. */
export function passwordLevel(password: string): PasswordLevel | null {
  if (password.length === 0) return null;
  if (password.length < MIN_PASSWORD_LENGTH) return "short";
  if (password.length < GOOD_LENGTH) return "enough";
  return password.length < STRONG_LENGTH ? "good" : "strong";
}
