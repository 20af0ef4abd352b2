/** Tests of the choice of one file. */
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";

import { renderWithApp } from "@/testing/render-with-app";

import { FileInput } from "./file-input";

it("says in the user's language that no file is chosen, then which one", async () => {
  const onChange = vi.fn();
  renderWithApp(<FileInput aria-label="Model file" onChange={onChange} />);
  expect(screen.getByText("No file chosen")).toBeInTheDocument();
  const file = new File(["x"], "tiny.gguf");
  await userEvent.upload(screen.getByLabelText("Model file"), file);
  expect(screen.getByText("tiny.gguf")).toBeInTheDocument();
  expect(onChange).toHaveBeenCalledWith(file);
});
