import { useEffect } from "react";

const isApple = /Mac|iPhone|iPad/u.test(navigator.userAgent);

export const SHORTCUT = isApple
  ? { text: "⌘ K", aria: "Meta+K" }
  : { text: "Ctrl K", aria: "Control+K" };

/** Ctrl K and ⌘ K, from anywhere on the page: browsers use it for the address bar otherwise. */
export function usePaletteShortcut(onPress: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isShortcut =
        (event.ctrlKey || event.metaKey) &&
        !event.altKey &&
        !event.shiftKey &&
        event.key.toLowerCase() === "k";
      if (!isShortcut || event.isComposing) return;
      event.preventDefault();
      if (!event.repeat) onPress();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [onPress]);
}
