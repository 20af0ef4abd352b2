/** Position of the draggable self-view. */
import {
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
} from "react";

import { initialPosition, keepInside, type Position, type Size } from "../lib/self-view";

const KEY_STEP = 16;
const STEPS: Record<string, Position> = {
  ArrowLeft: { x: -KEY_STEP, y: 0 },
  ArrowRight: { x: KEY_STEP, y: 0 },
  ArrowUp: { x: 0, y: -KEY_STEP },
  ArrowDown: { x: 0, y: KEY_STEP },
};

export interface SelfViewDrag {
  position: Position | null;
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  onPointerUp: (event: PointerEvent<HTMLElement>) => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

/** Moves the self-view within its pane, by dragging or with the arrow keys. */
export function useSelfView(paneRef: RefObject<HTMLElement | null>): SelfViewDrag {
  const [pane, setPane] = useState<Size | null>(null);
  const [chosen, setChosen] = useState<Position | null>(null);
  const grip = useRef<Position | null>(null);

  useLayoutEffect(() => {
    const element = paneRef.current;
    if (element === null) return;
    const measure = () => setPane({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [paneRef]);

  // Recomputed for each pane size, so that the view stays inside.
  const position = pane === null ? null : keepInside(chosen ?? initialPosition(pane), pane);

  const moveTo = (next: Position) => {
    if (pane !== null) setChosen(keepInside(next, pane));
  };

  return {
    position,
    onPointerDown: (event) => {
      if (position === null) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      grip.current = { x: event.clientX - position.x, y: event.clientY - position.y };
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
      if (step === undefined || position === null) return;
      event.preventDefault();
      moveTo({ x: position.x + step.x, y: position.y + step.y });
    },
  };
}
