import { MIN_PASSWORD_LENGTH } from "@/config/constants";

export const PASSWORD_LEVELS = ["short", "enough", "good", "strong"] as const;
export type PasswordLevel = (typeof PASSWORD_LEVELS)[number];

const GOOD_LENGTH = 14;
const STRONG_LENGTH = 20;

/** How long a password is, in words; null while there is none. */
export function passwordLevel(password: string): PasswordLevel | null {
  if (password.length === 0) return null;
  if (password.length < MIN_PASSWORD_LENGTH) return "short";
  if (password.length < GOOD_LENGTH) return "enough";
  return password.length < STRONG_LENGTH ? "good" : "strong";
}
