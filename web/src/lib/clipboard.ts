/**
 * Copies `text` to the clipboard. Resolves to false if the browser refuses.
 *
 * The asynchronous clipboard exists in secure contexts only, and a self-hosted server is often
 * reached by plain http in a local network: the selection command still works there.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  field.setAttribute("readonly", "");
  field.style.position = "fixed";
  field.style.opacity = "0";
  document.body.append(field);
  field.select();
  try {
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- the only way without https
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    field.remove();
  }
}
