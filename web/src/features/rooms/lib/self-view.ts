export interface Size {
  width: number;
  height: number;
}

/** Offset from the pane's top-left corner, in CSS pixels. */
export interface Place {
  x: number;
  y: number;
}

/** 128×96 px, at first at the bottom-left, 20 px from the left (doc 001 'Video pane'). */
export const SELF_VIEW: Size = { width: 128, height: 96 };
const MARGIN = 20;

export function firstPlace(pane: Size, view: Size = SELF_VIEW): Place {
  return keepInside({ x: MARGIN, y: pane.height - view.height - MARGIN }, pane, view);
}

/** The nearest place at which the whole view lies inside the pane. */
export function keepInside(place: Place, pane: Size, view: Size = SELF_VIEW): Place {
  return {
    x: Math.max(0, Math.min(place.x, pane.width - view.width)),
    y: Math.max(0, Math.min(place.y, pane.height - view.height)),
  };
}
