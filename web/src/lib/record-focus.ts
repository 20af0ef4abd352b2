/** Moves the focus between the visible record links on Up, Down, Home and End. */
import type { KeyboardEvent } from "react";

export function moveRecordFocus(event: KeyboardEvent<HTMLElement>) {
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-record]")].filter(
    // Table and cards contain the same links, but only one of them is visible.
    (link) => link.offsetParent !== null,
  );
  const at = links.findIndex((link) => link === event.target);
  if (at < 0) return;
  const targets: Partial<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    Home: 0,
    End: links.length - 1,
  };
  const next = links[targets[event.key] ?? -1];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
