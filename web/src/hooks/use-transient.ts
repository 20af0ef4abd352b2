/** A value that is cleared `ms` after it was last set. */
import { useCallback, useEffect, useRef, useState } from "react";

export function useTransient<T>(ms: number): [T | null, (value: T | null) => void] {
  const [value, setValue] = useState<T | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const show = useCallback(
    (next: T | null) => {
      if (timer.current) clearTimeout(timer.current);
      timer.current = next === null ? null : setTimeout(() => setValue(null), ms);
      setValue(next);
    },
    [ms],
  );
  useEffect(
    () => () => {
      if (timer.current) clearTimeout(timer.current);
    },
    [],
  );
  return [value, show];
}
