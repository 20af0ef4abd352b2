/** Tests of question templates. */
import { useQuery } from "@tanstack/react-query";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import { questionTemplatesQuery, type QuestionTemplate } from "@/api/question-templates";

import { aQuestion, listResponse, showPanel } from "../testing/show-panel";

describe("question templates", () => {
  const TEMPLATES = "/api/question-templates";
  const aTemplate = (id: string, part: Partial<QuestionTemplate> = {}): QuestionTemplate => ({
    _id: id,
    name: `Template ${id}`,
    isShared: false,
    isOwn: true,
    ownerName: "Alice",
    questions: [
      { question: `Why ${id}?`, category: "culture", estimatedTime: 7, restsOnCv: false },
    ],
    updatedAt: "2026-11-01T09:00:00Z",
    ...part,
  });
  const list = (...templates: QuestionTemplate[]) => ({
    json: { success: true, data: templates, pagination: { hasMore: false } },
  });
  const open = async (entry: string) => {
    await userEvent.click(await screen.findByRole("button", { name: "Templates" }));
    await userEvent.click(screen.getByRole("menuitem", { name: entry }));
  };

  it("saves the questions under a name, optionally shared", async () => {
    const calls = showPanel([aQuestion("a")], {
      [`POST ${TEMPLATES}`]: { json: { success: true, data: aTemplate("t") } },
    });
    await open("Save as template");
    const dialog = screen.getByRole("dialog", { name: "Save as template" });
    expect(within(dialog).getByRole("button", { name: "Save template" })).toBeDisabled();
    await userEvent.type(within(dialog).getByLabelText("Name"), " Backend ");
    await userEvent.click(within(dialog).getByRole("checkbox"));
    await userEvent.click(within(dialog).getByRole("button", { name: "Save template" }));
    expect(await screen.findByText("Saved as Template t")).toBeInTheDocument();
    expect(calls.find(({ method }) => method === "POST")?.body).toEqual({
      name: "Backend",
      interviewId: "i1",
      isShared: true,
    });
  });

  it("updates every list of templates immediately", async () => {
    /** The template list of the interviews page. */
    function Offered() {
      const { data = [] } = useQuery(questionTemplatesQuery);
      return <p>Offered: {data.map(({ name }) => name).join(", ")}</p>;
    }
    let all: QuestionTemplate[] = [];
    showPanel(
      [aQuestion("a")],
      {
        [`GET ${TEMPLATES}`]: () => list(...all),
        [`POST ${TEMPLATES}`]: () => {
          all = [aTemplate("t")];
          return { json: { success: true, data: all[0] } };
        },
      },
      <Offered />,
    );
    await open("Save as template");
    await userEvent.type(screen.getByLabelText("Name"), "Backend");
    await userEvent.click(screen.getByRole("button", { name: "Save template" }));
    expect(await screen.findByText("Offered: Template t")).toBeInTheDocument();
  });

  it("shows own and shared templates and adds the questions of one", async () => {
    showPanel([aQuestion("a")], {
      [`GET ${TEMPLATES}`]: list(
        aTemplate("mine"),
        aTemplate("theirs", { isOwn: false, isShared: true, ownerName: "Bob" }),
      ),
      [`POST ${TEMPLATES}/theirs/apply`]: listResponse([aQuestion("a"), aQuestion("n")], {
        skipped: 1,
      }),
    });
    await open("Use a template");
    expect(await screen.findByText("Why mine?")).toBeInTheDocument();
    expect(
      screen.getByRole("button", { name: "More actions for Template mine" }),
    ).toBeInTheDocument();
    await userEvent.click(screen.getByRole("radio", { name: /Template theirs.*Shared by Bob/ }));
    expect(screen.getByText("Why theirs?")).toBeInTheDocument();
    // Only its owner can change a shared template.
    expect(
      screen.queryByRole("button", { name: /^More actions for Template/ }),
    ).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Add 1 question" }));
    expect(await screen.findByText(/^0 added, 1 skipped/)).toBeInTheDocument();
  });

  it("renames, shares and deletes the user's own templates", async () => {
    let mine = [aTemplate("mine")];
    const calls = showPanel([], {
      [`GET ${TEMPLATES}`]: () => list(...mine),
      [`PATCH ${TEMPLATES}/mine`]: () => {
        mine = [aTemplate("mine", { name: "Backend" })];
        return { json: { success: true, data: mine[0] } };
      },
      [`DELETE ${TEMPLATES}/mine`]: () => {
        mine = [];
        return {};
      },
    });
    await open("Use a template");
    await userEvent.click(
      await screen.findByRole("button", { name: "More actions for Template mine" }),
    );
    await userEvent.click(screen.getByRole("menuitem", { name: "Rename" }));
    await userEvent.clear(screen.getByRole("textbox", { name: "Name" }));
    await userEvent.type(screen.getByRole("textbox", { name: "Name" }), "Backend{Enter}");
    await userEvent.click(await screen.findByRole("button", { name: "More actions for Backend" }));
    await userEvent.click(screen.getByRole("menuitem", { name: "Share with the organization" }));
    await waitFor(() =>
      expect(calls.filter(({ method }) => method === "PATCH").map(({ body }) => body)).toEqual([
        { name: "Backend" },
        { isShared: true },
      ]),
    );
    await userEvent.click(await screen.findByRole("button", { name: "More actions for Backend" }));
    await userEvent.click(screen.getByRole("menuitem", { name: "Delete" }));
    await userEvent.click(
      within(screen.getByRole("alertdialog")).getByRole("button", { name: "Delete" }),
    );
    expect(await screen.findByText("No templates yet")).toBeInTheDocument();
  });

  it("reports that the list is full", async () => {
    showPanel([aQuestion("a")], {
      [`GET ${TEMPLATES}`]: list(aTemplate("mine")),
      [`POST ${TEMPLATES}/mine/apply`]: {
        status: 409,
        json: { success: false, error: "Full.", code: "QUESTION_LIMIT" },
      },
    });
    await open("Use a template");
    await userEvent.click(await screen.findByRole("button", { name: "Add 1 question" }));
    expect(
      await screen.findByText("You've reached the question limit (max 20)."),
    ).toBeInTheDocument();
  });
});
