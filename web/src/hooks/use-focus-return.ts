import { useRef } from "react";

/** Where the focus was; for an item of a menu, which goes with it, the menu's button. */
function openerNow(): HTMLElement | null {
  const active = document.activeElement;
  const menu = active?.closest('[role="menu"]');
  const button = menu && document.getElementById(menu.getAttribute("aria-labelledby") ?? "");
  if (button) return button;
  return active instanceof HTMLElement && active !== document.body ? active : null;
}

/**
 * Gives the focus back to what opened a dialog. Radix does it for its own triggers alone, and the
 * dialogs here are opened by state: without this the keyboard would begin at the top of the page.
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
