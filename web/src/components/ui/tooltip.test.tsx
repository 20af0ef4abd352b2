/** Tests of tooltips of disabled buttons. */
import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import { GatedButton } from "./gated-button";
import { TooltipProvider } from "./tooltip";

const button = (reason: string | null) => (
  <TooltipProvider>
    <GatedButton reason={reason}>Join Room</GatedButton>
  </TooltipProvider>
);

describe("tooltip", () => {
  it("keeps the button and its focus when a reason appears", async () => {
    const { rerender } = render(button(null));
    const before = screen.getByRole("button");
    await userEvent.tab();
    rerender(button("Not enough interview credits"));
    expect(screen.getByRole("button")).toBe(before);
    expect(before).toHaveFocus();
  });

  it("shows the reason on a click that does nothing, as on a tap", async () => {
    const { rerender } = render(button("Not enough interview credits"));
    // A click without focus, because the focus alone would show it too.
    fireEvent.click(screen.getByRole("button"));
    expect(await screen.findByRole("tooltip")).toHaveTextContent("Not enough interview credits");
    rerender(button(null));
    expect(screen.queryByRole("tooltip")).toBeNull();
  });
});
