import { useRef, useState } from "react";
import { flushSync } from "react-dom";

import type { AdminUser } from "../api/types";
import type { UserAction } from "../lib/user-actions";

interface Chosen {
  user: AdminUser;
  action: UserAction;
}

/**
 * Which action on whom has its dialog open. Kept by the page, not by the row: a row may leave the
 * list while its dialog shows a password that can be read only once.
 */
export function useUserActions() {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const opener = useRef<HTMLElement | null>(null);
  const open = (user: AdminUser, action: UserAction, from: HTMLElement | null) => {
    opener.current = from;
    setChosen({ user, action });
  };
  const close = () => {
    // The dialog came out of a menu that is gone: nobody else knows where the focus was.
    flushSync(() => setChosen(null));
    opener.current?.focus();
  };
  return { chosen, open, close };
}
