/** Tests of how long a toast is shown. */
import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { ToastProvider } from "./toast";
import { useToast, type ToastTone } from "./toast-context";

const TEXT = "Link copied to clipboard!";

function Opener({ tone }: { tone: ToastTone }) {
  const toast = useToast();
  return <button onClick={() => toast.show(TEXT, tone)}>Show</button>;
}

/** The toast itself, without its announcement for screen readers. */
function countToasts(): number {
  return screen.queryAllByText(TEXT, { selector: "div" }).length;
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe("ToastProvider", () => {
  it.each([
    ["success", 3000],
    ["error", 5000],
  ] as const)("clears a toast of tone %s after %d ms", (tone, ms) => {
    render(
      <ToastProvider>
        <Opener tone={tone} />
      </ToastProvider>,
    );
    fireEvent.click(screen.getByRole("button", { name: "Show" }));
    act(() => void vi.advanceTimersByTime(ms - 1));
    expect(countToasts()).toBe(1);
    act(() => void vi.advanceTimersByTime(1));
    expect(countToasts()).toBe(0);
  });
});
