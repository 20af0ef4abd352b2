/** Tests of the words of a line that may be misheard. */
import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";

import { renderWithApp } from "@/testing/render-with-app";

import { MarkedWords } from "./marked-words";

const LINE = "We ran Kubernets, mostly.";

describe("MarkedWords", () => {
  it("underlines a word and says why to screen readers", () => {
    const { container } = renderWithApp(
      <MarkedWords line={LINE} marks={[{ index: 2, heard: null }]} />,
    );
    const word = screen.getByTitle("may be misheard");
    expect(word).toHaveTextContent(/^Kubernets$/u);
    expect(word).toHaveClass("underline");
    expect(container).toHaveTextContent("We ran Kubernets (may be misheard), mostly.");
  });

  it("shows what was heard in the place of a term", () => {
    const { container } = renderWithApp(
      <MarkedWords line="We ran Kubernetes." marks={[{ index: 2, heard: "cubernets" }]} />,
    );
    expect(container).toHaveTextContent("We ran Kubernetes (heard: “cubernets”).");
  });

  it("changes nothing without marks", () => {
    const { container } = renderWithApp(<MarkedWords line={LINE} marks={[]} />);
    expect(container).toHaveTextContent(LINE);
    expect(screen.queryByTitle("may be misheard")).toBeNull();
  });
});
