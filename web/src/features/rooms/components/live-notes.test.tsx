/** Tests of the key that opens the notes. */
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import { useAutosave } from "../hooks/use-autosave";
import { LiveNotes } from "./live-notes";

function Room() {
  const notes = useAutosave("", () => undefined);
  return (
    <>
      <input aria-label="Typed line" />
      <div role="dialog">
        <button type="button">In a dialog</button>
      </div>
      <LiveNotes notes={notes} isSaving={false} />
    </>
  );
}

const notes = () => screen.getByRole("textbox", { name: "Notes" });

describe("LiveNotes", () => {
  it.each(["n", "N"])("gets the focus by %s, without typing the letter", async (key) => {
    render(<Room />);
    await userEvent.keyboard(key);
    expect(notes()).toHaveFocus();
    expect(notes()).toHaveValue("");
    await userEvent.keyboard("nobody");
    expect(notes()).toHaveValue("nobody");
  });

  it("leaves the letter to other fields, dialogs and shortcuts", async () => {
    render(<Room />);
    const field = screen.getByRole("textbox", { name: "Typed line" });
    await userEvent.type(field, "no");
    expect(field).toHaveFocus();
    expect(field).toHaveValue("no");
    screen.getByRole("button", { name: "In a dialog" }).focus();
    await userEvent.keyboard("n");
    expect(notes()).not.toHaveFocus();
    (document.activeElement as HTMLElement).blur();
    await userEvent.keyboard("{Control>}n{/Control}");
    expect(notes()).not.toHaveFocus();
  });
});
