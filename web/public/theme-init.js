/** Applies the stored theme and accent before the first paint, so that the page does not flash. */
// A separate file, because the content security policy forbids inline scripts. See src/lib/theme.ts
// and src/lib/branding.ts.
(function () {
  // The server sets the nonce of the content security policy on this script. Libraries that add style
  // elements (react-style-singleton, by way of get-nonce) read it under this name.
  window.__webpack_nonce__ = document.currentScript.nonce;

  var root = document.documentElement;
  var choice = null;
  try {
    choice = localStorage.getItem("theme");
    var branding = JSON.parse(localStorage.getItem("branding"));
    var properties = (branding && branding.properties) || {};
    for (var name in properties) {
      if (name.startsWith("--brand-")) root.style.setProperty(name, properties[name]);
    }
  } catch {
    // Storage may be blocked or contain anything; the defaults apply then.
  }
  var dark =
    choice === "dark" ||
    (choice !== "light" && window.matchMedia("(prefers-color-scheme: dark)").matches);
  root.classList.toggle("dark", dark);

  // If a script cannot be loaded, show a message instead of a blank page.
  window.addEventListener(
    "error",
    function (event) {
      if (!(event.target instanceof HTMLScriptElement)) return;
      document.addEventListener("DOMContentLoaded", function () {
        document.getElementById("start-failed").hidden = false;
      });
    },
    true,
  );
})();
