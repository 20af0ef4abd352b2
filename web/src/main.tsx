/** Entry point: loads the theme and texts, then renders the app. */
import "@fontsource-variable/inter";
import "@fontsource-variable/jetbrains-mono";
import "@/config/theme.css";

import { StrictMode } from "react";
import { createRoot } from "react-dom/client";

import { App } from "@/app/app";
import { startI18n } from "@/lib/i18n";
import { followSystemTheme } from "@/lib/theme";

followSystemTheme();

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root.");

try {
  await startI18n();
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
} catch (error) {
  // Without text catalogs nothing can be rendered, so the static page shows the error.
  document.getElementById("start-failed")?.removeAttribute("hidden");
  throw error;
}
