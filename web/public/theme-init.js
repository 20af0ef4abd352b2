// Runs before the first paint, so that a dark page never flashes white. A file of its own: the
// server's content security policy allows no inline script. See src/lib/theme.ts.
(function () {
  var choice = null;
  try {
    choice = localStorage.getItem("theme");
  } catch {
    // Storage can be forbidden; the system's choice holds then.
  }
  var dark =
    choice === "dark" ||
    (choice !== "light" && window.matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.classList.toggle("dark", dark);
})();
