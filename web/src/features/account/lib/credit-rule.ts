/** The credit rule, for the examples on the account page. */
const FREE_SECONDS = 5 * 60;
const SECONDS_PER_CREDIT = 60 * 60;

/** Credits for an interview of `seconds`: none up to 5:00, then one per started hour. */
export function creditsFor(seconds: number): number {
  return seconds <= FREE_SECONDS ? 0 : Math.ceil(seconds / SECONDS_PER_CREDIT);
}

/** Example interview lengths, in seconds. */
export const EXAMPLE_SECONDS = [299, 300, 301, 45 * 60, 60 * 60, 61 * 60, 120 * 60] as const;
