/** Text that saves itself when typing pauses. */
import { useCallback, useEffect, useRef, useState } from "react";

/** Delay after the last key. */
export const AUTOSAVE_MS = 2_000;

export interface Autosave {
  value: string;
  change: (value: string) => void;
  /** Saves a pending change at once. */
  flush: () => void;
  isWaiting: boolean;
}

/** Saves two seconds after the last change, and when the field is unmounted. */
export function useAutosave(initial: string, save: (value: string) => void): Autosave {
  const [value, setValue] = useState(initial);
  const [isWaiting, setIsWaiting] = useState(false);
  const latest = useRef({ value, save, isWaiting });
  useEffect(() => {
    latest.current = { value, save, isWaiting };
  });

  const flush = useCallback(() => {
    const { value: text, save: write, isWaiting: isPending } = latest.current;
    if (!isPending) return;
    latest.current.isWaiting = false;
    setIsWaiting(false);
    write(text);
  }, []);

  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(flush, AUTOSAVE_MS);
    return () => clearTimeout(timer);
  }, [isWaiting, value, flush]);

  useEffect(() => flush, [flush]);

  const change = useCallback((text: string) => {
    setValue(text);
    setIsWaiting(true);
  }, []);
  return { value, change, flush, isWaiting };
}
