/** Saves or prints a text without sending it anywhere. */
/** Saves `text` as a file. Nothing leaves the browser. */
export function downloadText(fileName: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
  const link = Object.assign(document.createElement("a"), { href: url, download: fileName });
  link.click();
  URL.revokeObjectURL(url);
}

/** Prints `lines` under `heading`, without the rest of the page. */
export function printText(heading: string, lines: readonly string[]): void {
  const frame = document.createElement("iframe");
  frame.style.display = "none";
  document.body.append(frame);
  const sheet = frame.contentDocument;
  if (!sheet || !frame.contentWindow) {
    frame.remove();
    return;
  }
  const title = sheet.createElement("h1");
  title.textContent = heading;
  const list = sheet.createElement("pre");
  list.textContent = lines.join("\n");
  sheet.title = heading;
  sheet.body.append(title, list);
  // Some browsers print after this returns, so the sheet is removed afterwards.
  frame.contentWindow.addEventListener("afterprint", () => frame.remove());
  frame.contentWindow.print();
}
