/** Tests of reordering questions. */
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import { LIST, aQuestion, listResponse, showPanel } from "../testing/show-panel";

describe("order of the questions", () => {
  const ORDER = "/api/questions-crud/interview/i1/order";
  const a = aQuestion("a");
  const b = aQuestion("b");
  const texts = () => screen.getAllByText(/^Question [ab]\?$/).map((entry) => entry.textContent);
  const moveUp = async (number: number) => {
    await userEvent.click(
      await screen.findByRole("button", { name: `More actions for question ${String(number)}` }),
    );
    await userEvent.click(screen.getByRole("menuitem", { name: "Move up" }));
  };

  it("changes immediately and is sent to the server", async () => {
    let stored = [a, b];
    const calls = showPanel([], {
      [`GET ${LIST}`]: () => listResponse(stored),
      [`PATCH ${ORDER}`]: () => listResponse((stored = [b, a])),
    });
    await moveUp(2);
    await waitFor(() => expect(texts()).toEqual(["Question b?", "Question a?"]));
    await waitFor(() =>
      expect(calls.find(({ method }) => method === "PATCH")?.body).toEqual({
        questionIds: ["b", "a"],
      }),
    );
    expect(screen.getByText("Dropped at position 1.")).toBeInTheDocument();
  });

  it("is reloaded if another tab has changed the list", async () => {
    const list = [a, b];
    showPanel([], {
      [`GET ${LIST}`]: () => listResponse(list),
      [`PATCH ${ORDER}`]: () => {
        list.pop();
        return { status: 422, json: { success: false, error: "Changed.", code: "X" } };
      },
    });
    await moveUp(2);
    expect(await screen.findByText(/have changed in the meantime/)).toBeInTheDocument();
    await waitFor(() => expect(texts()).toEqual(["Question a?"]));
  });

  it("is restored if the server rejects it", async () => {
    showPanel([a, b], {
      [`PATCH ${ORDER}`]: { status: 500, json: { success: false, error: "Disk full." } },
    });
    await moveUp(2);
    expect(
      await screen.findByText("The order could not be changed: Disk full."),
    ).toBeInTheDocument();
    expect(texts()).toEqual(["Question a?", "Question b?"]);
  });

  it("cannot be changed while the list is filtered", async () => {
    showPanel([a, b, aQuestion("c", { category: "culture" })]);
    expect(await screen.findAllByRole("button", { name: /^Move question/ })).toHaveLength(3);
    await userEvent.click(screen.getByRole("button", { name: /^Technical/ }));
    expect(screen.queryByRole("button", { name: /^Move question/ })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "More actions for question 2" }));
    expect(screen.getByRole("menuitem", { name: "Move up" })).toHaveAttribute("aria-disabled");
  });
});
