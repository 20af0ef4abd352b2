/** Geometry of the self-view within its pane. */
export interface Size {
  width: number;
  height: number;
}

/** Offset from the pane's top-left corner, in CSS pixels. */
export interface Position {
  x: number;
  y: number;
}

/** 128×96 px, initially at the bottom left, 20 px from the edge. */
export const SELF_VIEW: Size = { width: 128, height: 96 };
const MARGIN = 20;

export function initialPosition(pane: Size, view: Size = SELF_VIEW): Position {
  return keepInside({ x: MARGIN, y: pane.height - view.height - MARGIN }, pane, view);
}

/** The nearest position at which the whole view lies inside the pane. */
export function keepInside(position: Position, pane: Size, view: Size = SELF_VIEW): Position {
  return {
    x: Math.max(0, Math.min(position.x, pane.width - view.width)),
    y: Math.max(0, Math.min(position.y, pane.height - view.height)),
  };
}
