/** State of the open action dialog on the user pages. */
import { useRef, useState } from "react";
import { flushSync } from "react-dom";

import type { AdminUser } from "../api/types";
import type { UserAction } from "../lib/user-actions";

interface Chosen {
  user: AdminUser;
  action: UserAction;
}

/**
 * The open action and its user. Held by the page, not the row: the row may leave the list while the
 * dialog shows a password that is shown only once.
 */
export function useUserActions() {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const opener = useRef<HTMLElement | null>(null);
  const open = (user: AdminUser, action: UserAction, from: HTMLElement | null) => {
    opener.current = from;
    setChosen({ user, action });
  };
  const close = () => {
    // The dialog was opened from a menu that is closed by now, so the focus is returned here.
    flushSync(() => setChosen(null));
    opener.current?.focus();
  };
  return { chosen, open, close };
}
