type LastCall = () => Promise<unknown>;

/** What a sign-out waits for at most; a server that hangs keeps nobody signed in. */
const LONGEST_WAIT_MS = 5000;

const lastCalls = new Set<LastCall>();

/**
 * Has `call` made before the session is ended by choice: it could not be made after that. Returns
 * what withdraws it.
 */
export function beforeSignOut(call: LastCall): () => void {
  lastCalls.add(call);
  return () => void lastCalls.delete(call);
}

/** Makes every call that still needs the session. A failure holds up no sign-out. */
export async function makeLastCalls(): Promise<void> {
  if (lastCalls.size === 0) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise((resolve) => {
    timer = setTimeout(resolve, LONGEST_WAIT_MS);
  });
  await Promise.race([Promise.allSettled([...lastCalls].map((call) => call())), patience]);
  clearTimeout(timer);
}
