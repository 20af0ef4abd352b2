/** Reading of the numbers and dates that an admin types into the billing controls. */

const MAX_AMOUNT = 1_000_000;

/** A whole number from 0 to a million; blank counts as 0. Null for anything else. */
export function readAmount(text: string): number | null {
  const trimmed = text.trim();
  if (trimmed === "") return 0;
  if (!/^\d{1,7}$/u.test(trimmed)) return null;
  const amount = Number(trimmed);
  return amount <= MAX_AMOUNT ? amount : null;
}

const two = (value: number) => String(value).padStart(2, "0");

/** Value of a datetime-local control, in the browser's time zone; blank without an instant. */
export function toLocalInput(iso: string | null): string {
  if (iso === null) return "";
  const at = new Date(iso);
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** The instant of a datetime-local control in ISO form; null if it is blank or incomplete. */
export function fromLocalInput(text: string): string | null {
  const at = new Date(text);
  return text === "" || Number.isNaN(at.getTime()) ? null : at.toISOString();
}
