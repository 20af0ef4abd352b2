/** Opens the palette on Ctrl K or ⌘ K, which browsers otherwise use for the address bar. */
import { useEffect } from "react";

const isApple = /Mac|iPhone|iPad/u.test(navigator.userAgent);

export const SHORTCUT = isApple
  ? { text: "⌘ K", aria: "Meta+K" }
  : { text: "Ctrl K", aria: "Control+K" };

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
