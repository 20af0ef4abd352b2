import { useEffect, useLayoutEffect, useRef, type RefObject } from "react";

/** Within this many pixels of the end one is reading along. */
const NEAR_PX = 24;

/**
 * Keeps a list at its end while the reader is there; somebody who scrolled up is left alone.
 * `content` changes when what is listed does.
 */
export function useStickToBottom<Element extends HTMLElement>(
  content: unknown,
): { ref: RefObject<Element | null>; onScroll: () => void } {
  const ref = useRef<Element>(null);
  const isAtEnd = useRef(true);
  // A list that became lower is scrolled by the browser too: that is not the reader's doing.
  const lastSize = useRef({ width: 0, height: 0 });

  useLayoutEffect(() => {
    if (isAtEnd.current) goToEnd(ref.current);
  }, [content]);

  useEffect(() => {
    const list = ref.current;
    if (list === null) return;
    const observer = new ResizeObserver(() => {
      if (isAtEnd.current) goToEnd(list);
      lastSize.current = sizeOf(list);
    });
    observer.observe(list);
    return () => observer.disconnect();
  }, []);

  const onScroll = () => {
    const list = ref.current;
    if (list === null) return;
    const { width, height } = sizeOf(list);
    if (width !== lastSize.current.width || height !== lastSize.current.height) return;
    isAtEnd.current = list.scrollHeight - list.scrollTop - list.clientHeight < NEAR_PX;
  };
  return { ref, onScroll };
}

function goToEnd(list: HTMLElement | null): void {
  if (list !== null) list.scrollTop = list.scrollHeight;
}

function sizeOf(list: HTMLElement): { width: number; height: number } {
  return { width: list.clientWidth, height: list.clientHeight };
}
