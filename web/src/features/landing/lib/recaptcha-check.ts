/** Optional reCAPTCHA check. */
import { CheckFailed } from "./spam-check";

const ACTION = "demo_request";

interface Recaptcha {
  ready: (then: () => void) => void;
  execute?: (siteKey: string, options: { action: string }) => Promise<string>;
}

function recaptcha(): Recaptcha | undefined {
  return (window as unknown as { grecaptcha?: Recaptcha }).grecaptcha;
}

/** Loads Google's script; used only if reCAPTCHA keys are set. Rejects with CheckFailed. */
export async function loadRecaptcha(siteKey: string): Promise<void> {
  if (!recaptcha()) {
    await new Promise<void>((resolve, reject) => {
      const script = document.createElement("script");
      script.src = `https://www.google.com/recaptcha/api.js?render=${encodeURIComponent(siteKey)}`;
      script.async = true;
      script.onload = () => resolve();
      script.onerror = () => {
        // A failed script element cannot be retried, so the next attempt needs a new one.
        script.remove();
        reject(new CheckFailed(navigator.onLine ? "failedToLoad" : "failedToLoadConnection"));
      };
      document.head.append(script);
    });
  }
  const loaded = recaptcha();
  if (!loaded) throw new CheckFailed("failedToLoad");
  await new Promise<void>((resolve) => loaded.ready(resolve));
}

/** Gets a new token: Google's are valid for two minutes. Rejects with CheckFailed. */
export async function executeRecaptcha(siteKey: string): Promise<string> {
  const loaded = recaptcha();
  if (!loaded) throw new CheckFailed("notLoaded");
  if (!loaded.execute) throw new CheckFailed("notReady");
  try {
    return await loaded.execute(siteKey, { action: ACTION });
  } catch {
    throw new CheckFailed("failed");
  }
}
