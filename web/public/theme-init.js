// Runs before the first paint, so that a dark page never flashes white nor a branded one green. A
// file of its own: the server's content security policy allows no inline script. See
// src/lib/theme.ts and src/lib/branding.ts.
(function () {
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
    // Storage can be forbidden or hold anything; the defaults hold then.
  }
  var dark =
    choice === "dark" ||
    (choice !== "light" && window.matchMedia("(prefers-color-scheme: dark)").matches);
  root.classList.toggle("dark", dark);

  // A script that cannot be loaded would leave a blank page behind: the server went away.
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
