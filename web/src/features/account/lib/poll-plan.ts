/** Waiting for a new plan after the return from Stripe. */
export const MAX_RELOADS = 6;
export const RELOAD_INTERVAL_MS = 1000;

/**
 * Reloads the plan until it is the `expected` one: at once, then up to six more times, one second
 * apart. Without an expected plan, it reloads once. Stops quietly when `signal` is aborted.
 */
export async function pollPlan(
  reload: () => Promise<string | undefined>,
  expected: string | null,
  signal: AbortSignal,
): Promise<void> {
  let plan = await reload();
  for (let count = 0; count < MAX_RELOADS; count += 1) {
    if (expected === null || plan === expected) return;
    await new Promise((resolve) => {
      setTimeout(resolve, RELOAD_INTERVAL_MS);
    });
    if (signal.aborted) return;
    plan = await reload();
  }
}
