/** Calls that must be made before the session ends, such as a pending deletion. */
type LastCall = () => Promise<unknown>;

/** A server that hangs must not keep users signed in. */
const MAX_WAIT_MS = 5000;

const lastCalls = new Set<LastCall>();

/** Registers `call` to be made before the user signs out. Returns a function that unregisters it. */
export function beforeSignOut(call: LastCall): () => void {
  lastCalls.add(call);
  return () => void lastCalls.delete(call);
}

/** Makes all registered calls. A failure does not block the sign-out. */
export async function makeLastCalls(): Promise<void> {
  if (lastCalls.size === 0) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise((resolve) => {
    timer = setTimeout(resolve, MAX_WAIT_MS);
  });
  await Promise.race([Promise.allSettled([...lastCalls].map((call) => call())), timeout]);
  clearTimeout(timer);
}
