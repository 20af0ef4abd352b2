import { CheckFailed } from "./humans-check";

const ACTION = "demo_request";

interface Recaptcha {
  ready: (then: () => void) => void;
  execute?: (siteKey: string, options: { action: string }) => Promise<string>;
}

function recaptcha(): Recaptcha | undefined {
  return (window as unknown as { grecaptcha?: Recaptcha }).grecaptcha;
}

/** Loads Google's script, only where the admin has set its keys. Rejects with CheckFailed. */
export async function loadRecaptcha(siteKey: string): Promise<void> {
  if (!recaptcha()) {
    await new Promise<void>((resolve, reject) => {
      const script = document.createElement("script");
      script.src = `https://www.google.com/recaptcha/api.js?render=${encodeURIComponent(siteKey)}`;
      script.async = true;
      script.onload = () => resolve();
      script.onerror = () => {
        // A script that failed stays failed; the next attempt needs another one.
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

/** A fresh answer: Google's are good for two minutes. Rejects with CheckFailed. */
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
