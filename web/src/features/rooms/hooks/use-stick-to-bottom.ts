/** Scrolling that follows the end of a growing list. */
import { useEffect, useLayoutEffect, useRef, type RefObject } from "react";

/** Within this distance of the end, the reader is following along. */
const NEAR_PX = 24;

/**
 * Keeps a list scrolled to its end, unless the reader has scrolled up.
 * `content` must change whenever the list does.
 */
export function useStickToBottom<Element extends HTMLElement>(
  content: unknown,
): { ref: RefObject<Element | null>; onScroll: () => void } {
  const ref = useRef<Element>(null);
  const isAtEnd = useRef(true);
  // The browser also scrolls a list whose size changed; that is not the reader's action.
  const lastSize = useRef({ width: 0, height: 0 });

  useLayoutEffect(() => {
    if (isAtEnd.current) goToEnd(ref.current);
  }, [content]);

  useEffect(() => {
    const list = ref.current;
    if (list === null) return;
    const observer = new ResizeObserver(() => {
      if (isAtEnd.current) goToEnd(list);
      lastSize.current = measure(list);
    });
    observer.observe(list);
    return () => observer.disconnect();
  }, []);

  const onScroll = () => {
    const list = ref.current;
    if (list === null) return;
    const { width, height } = measure(list);
    if (width !== lastSize.current.width || height !== lastSize.current.height) return;
    isAtEnd.current = list.scrollHeight - list.scrollTop - list.clientHeight < NEAR_PX;
  };
  return { ref, onScroll };
}

function goToEnd(list: HTMLElement | null): void {
  if (list !== null) list.scrollTop = list.scrollHeight;
}

function measure(list: HTMLElement): { width: number; height: number } {
  return { width: list.clientWidth, height: list.clientHeight };
}
