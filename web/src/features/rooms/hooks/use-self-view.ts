import {
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
} from "react";

import { firstPlace, keepInside, type Place, type Size } from "../lib/self-view";

const KEY_STEP = 16;
const STEPS: Record<string, Place> = {
  ArrowLeft: { x: -KEY_STEP, y: 0 },
  ArrowRight: { x: KEY_STEP, y: 0 },
  ArrowUp: { x: 0, y: -KEY_STEP },
  ArrowDown: { x: 0, y: KEY_STEP },
};

export interface SelfViewDrag {
  place: Place | null;
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  onPointerUp: (event: PointerEvent<HTMLElement>) => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

/** Where the self-view lies in its pane: dragged with a pointer or moved with the arrow keys. */
export function useSelfView(paneRef: RefObject<HTMLElement | null>): SelfViewDrag {
  const [pane, setPane] = useState<Size | null>(null);
  const [chosen, setChosen] = useState<Place | null>(null);
  const grip = useRef<Place | null>(null);

  useLayoutEffect(() => {
    const element = paneRef.current;
    if (element === null) return;
    const measure = () => setPane({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [paneRef]);

  // Worked out anew at each size of the pane: what was inside must stay inside.
  const place = pane === null ? null : keepInside(chosen ?? firstPlace(pane), pane);

  const moveTo = (next: Place) => {
    if (pane !== null) setChosen(keepInside(next, pane));
  };

  return {
    place,
    onPointerDown: (event) => {
      if (place === null) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      grip.current = { x: event.clientX - place.x, y: event.clientY - place.y };
    },
    onPointerMove: (event) => {
      if (grip.current === null) return;
      moveTo({ x: event.clientX - grip.current.x, y: event.clientY - grip.current.y });
    },
    onPointerUp: () => {
      grip.current = null;
    },
    onKeyDown: (event) => {
      const step = STEPS[event.key];
      if (step === undefined || place === null) return;
      event.preventDefault();
      moveTo({ x: place.x + step.x, y: place.y + step.y });
    },
  };
}
