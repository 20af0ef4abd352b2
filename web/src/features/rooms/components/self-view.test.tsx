/** Tests of moving one's own picture, by dragging and with the arrow keys. */
import { createEvent, fireEvent, render, screen } from "@testing-library/react";
import { useRef } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";

import { useSelfView } from "../hooks/use-self-view";
import { SelfView } from "./self-view";

function Pane() {
  const ref = useRef<HTMLDivElement>(null);
  const drag = useSelfView(ref);
  return (
    <div ref={ref}>
      <SelfView drag={drag} stream={null} isCameraOn={false} missingText={null} />
    </div>
  );
}

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(500);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(300);
});

function show() {
  render(<Pane />);
  const view = screen.getByRole("button");
  // jsdom has no pointer events with coordinates.
  const point = (type: "pointerDown" | "pointerMove" | "pointerUp", x: number, y: number) => {
    const event = createEvent[type](view, { pointerId: 1 });
    Object.defineProperties(event, { clientX: { value: x }, clientY: { value: y } });
    fireEvent(view, event);
  };
  const position = () => /translate\((.+)px, (.+)px\)/.exec(view.style.transform)?.slice(1);
  return { view, point, position };
}

describe("SelfView", () => {
  it("follows the pointer while it is held, at the point where it was gripped", () => {
    const { point, position } = show();
    expect(position()).toEqual(["20", "184"]);
    point("pointerMove", 300, 100);
    expect(position()).toEqual(["20", "184"]);
    point("pointerDown", 50, 200);
    point("pointerMove", 150, 120);
    expect(position()).toEqual(["120", "104"]);
    point("pointerUp", 150, 120);
    point("pointerMove", 400, 10);
    expect(position()).toEqual(["120", "104"]);
  });

  it("cannot be dragged out of the pane", () => {
    const { point, position } = show();
    point("pointerDown", 50, 200);
    point("pointerMove", 2_000, -500);
    expect(position()).toEqual(["372", "0"]);
  });

  it("moves with the arrow keys, and leaves other keys alone", () => {
    const { view, position } = show();
    fireEvent.keyDown(view, { key: "ArrowRight" });
    fireEvent.keyDown(view, { key: "ArrowUp" });
    expect(position()).toEqual(["36", "168"]);
    fireEvent.keyDown(view, { key: "ArrowLeft" });
    fireEvent.keyDown(view, { key: "ArrowDown" });
    expect(position()).toEqual(["20", "184"]);
    expect(fireEvent.keyDown(view, { key: "Tab" })).toBe(true);
    expect(fireEvent.keyDown(view, { key: "ArrowDown" })).toBe(false);
  });
});
