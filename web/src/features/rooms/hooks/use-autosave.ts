import { useCallback, useEffect, useRef, useState } from "react";

/** After the last key (doc 001 §9: question notes auto-save). */
export const AUTOSAVE_MS = 2_000;

export interface Autosave {
  value: string;
  change: (value: string) => void;
  /** Saves at once what is still waiting. */
  flush: () => void;
  isWaiting: boolean;
}

/** A text that saves itself when its writer pauses, and when its field goes away. */
export function useAutosave(initial: string, save: (value: string) => void): Autosave {
  const [value, setValue] = useState(initial);
  const [isWaiting, setIsWaiting] = useState(false);
  const latest = useRef({ value, save, isWaiting });
  useEffect(() => {
    latest.current = { value, save, isWaiting };
  });

  const flush = useCallback(() => {
    const { value: text, save: write, isWaiting: waits } = latest.current;
    if (!waits) return;
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
