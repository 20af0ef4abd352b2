/** Returns the focus to the control that opened a dialog. */
import { useRef } from "react";

/** The focused element; for a menu item, which disappears, the button of its menu. */
function openerNow(): HTMLElement | null {
  const active = document.activeElement;
  const menu = active?.closest('[role="menu"]');
  const button = menu && document.getElementById(menu.getAttribute("aria-labelledby") ?? "");
  if (button) return button;
  return active instanceof HTMLElement && active !== document.body ? active : null;
}

/**
 * Radix does this for its own triggers only, but the dialogs here are opened by state. Without this
 * hook keyboard users would start again at the top of the page.
 */
export function useFocusReturn() {
  const opener = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = openerNow();
    },
    onCloseAutoFocus: (event: Event) => {
      if (!opener.current?.isConnected) return;
      event.preventDefault();
      opener.current.focus();
    },
  };
}
