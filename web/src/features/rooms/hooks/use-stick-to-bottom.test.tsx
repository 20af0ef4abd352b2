/** Tests of scrolling with a growing list. */
import { act, fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";

import { useStickToBottom } from "./use-stick-to-bottom";

// jsdom has no layout, so the sizes of the list are set here.
const measures = { scrollHeight: 500, clientHeight: 100, clientWidth: 300 };
let reportSize: () => void = () => undefined;

beforeEach(() => {
  Object.assign(measures, { scrollHeight: 500, clientHeight: 100, clientWidth: 300 });
  for (const name of ["scrollHeight", "clientHeight", "clientWidth"] as const) {
    vi.spyOn(Element.prototype, name, "get").mockImplementation(() => measures[name]);
  }
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(callback: () => void) {
        reportSize = callback;
      }
      observe() {
        reportSize();
      }
      disconnect() {
        reportSize = () => undefined;
      }
    },
  );
});

function List({ lines }: { lines: readonly string[] }) {
  const { ref, onScroll } = useStickToBottom<HTMLDivElement>(lines);
  return <div ref={ref} onScroll={onScroll} data-testid="list" />;
}

const list = () => screen.getByTestId("list");

function resize(clientHeight: number) {
  measures.clientHeight = clientHeight;
  // The browser reports its own scroll before the new size.
  fireEvent.scroll(list());
  act(() => reportSize());
}

function scrollTo(top: number) {
  list().scrollTop = top;
  fireEvent.scroll(list());
}

describe("useStickToBottom", () => {
  it("follows added lines", () => {
    const { rerender } = render(<List lines={["a"]} />);
    measures.scrollHeight = 800;
    rerender(<List lines={["a", "b"]} />);
    expect(list().scrollTop).toBe(800);
  });

  it("stays at its end when its size changes", () => {
    render(<List lines={["a"]} />);
    list().scrollTop = 400;
    resize(40);
    expect(list().scrollTop).toBe(500);
  });

  it("does not scroll a reader who has scrolled up, until they are at the end again", () => {
    const { rerender } = render(<List lines={["a"]} />);
    scrollTo(100);
    resize(40);
    rerender(<List lines={["a", "b"]} />);
    expect(list().scrollTop).toBe(100);
    scrollTo(455);
    rerender(<List lines={["a", "b", "c"]} />);
    expect(list().scrollTop).toBe(500);
  });
});
