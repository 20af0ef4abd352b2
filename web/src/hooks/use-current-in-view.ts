/** Scrolls a row of links or tabs to the current one, which may be out of view on a phone. */
import { useEffect, useRef } from "react";

/** What stays visible of the item before, so that it shows that there is one. */
const EDGE_PX = 48;

/** `current` changes with the current item; `selector` finds it within the row. */
export function useCurrentInView<Row extends HTMLElement>(selector: string, current: string) {
  const row = useRef<Row>(null);
  useEffect(() => {
    const element = row.current;
    const item = element?.querySelector<HTMLElement>(selector);
    if (!element || !item) return;
    const offset = item.getBoundingClientRect().left - element.getBoundingClientRect().left;
    element.scrollLeft += offset - EDGE_PX;
  }, [selector, current]);
  return row;
}
