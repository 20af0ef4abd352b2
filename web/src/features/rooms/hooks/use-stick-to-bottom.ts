import { useLayoutEffect, useRef, type RefObject } from "react";

/** Within this many pixels of the end one is reading along. */
const NEAR_PX = 24;

/**
 * Keeps a list at its end while the reader is there; somebody who scrolled up is left alone.
 * `content` and `sizeKey` change when what is listed, or the list's height, does.
 */
export function useStickToBottom<Element extends HTMLElement>(
  content: unknown,
  sizeKey: string,
): { ref: RefObject<Element | null>; onScroll: () => void } {
  const ref = useRef<Element>(null);
  const isAtEnd = useRef(true);

  useLayoutEffect(() => {
    const list = ref.current;
    if (list !== null && isAtEnd.current) list.scrollTop = list.scrollHeight;
  }, [content, sizeKey]);

  const onScroll = () => {
    const list = ref.current;
    if (list === null) return;
    isAtEnd.current = list.scrollHeight - list.scrollTop - list.clientHeight < NEAR_PX;
  };
  return { ref, onScroll };
}
