/** Tests of the demo request dialog. */
import { act, fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState, type ReactElement } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { storeSession } from "@/api/session-token";
import { stubFetch } from "@/testing/fetch-stub";
import { renderWithApp } from "@/testing/render-with-app";

import { runProofOfWork } from "../lib/altcha-check";
import { CheckFailed } from "../lib/spam-check";
import { DemoRequestDialog } from "./demo-request-dialog";

vi.mock("../lib/altcha-check", () => ({ runProofOfWork: vi.fn() }));

const ROUTE = "POST /api/contact/request-demo";
const CAPTCHA = { kind: "altcha", siteKey: null } as const;
const thanked = { json: { success: true, message: "Thank you." } };
const submit = () => screen.getByRole("button", { name: "Request a demo" });

function show(onOpenChange = vi.fn()) {
  return renderWithApp(<DemoRequestDialog open onOpenChange={onOpenChange} captcha={CAPTCHA} />);
}

function fill(values: Record<string, string> = {}) {
  const texts = {
    "Full Name": "Cara Holt",
    "Work Email": "cara@example.org",
    Company: "Holt & Co",
    "Phone Number": "+1 555 0100",
    ...values,
  };
  for (const [label, value] of Object.entries(texts)) {
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  }
}

beforeEach(() => {
  vi.mocked(runProofOfWork)
    .mockReset()
    .mockImplementation((_, onLoaded) => {
      onLoaded();
      return Promise.resolve("payload");
    });
});
afterEach(() => vi.useRealTimers());

describe("DemoRequestDialog", () => {
  it("sends the form with the result of the check and the opening time", async () => {
    const calls = stubFetch({ [ROUTE]: thanked });
    storeSession("secret", {});
    const before = Date.now();
    show();
    expect(await screen.findByText("Security check passed")).toBeVisible();
    fill();
    await userEvent.click(submit());
    expect(await screen.findByRole("heading", { name: "Thank you!" })).toHaveFocus();
    expect(screen.getByText(/cara@example\.org/u)).toBeVisible();
    expect(calls[0]!.headers.has("Authorization")).toBe(false);
    const { timestamp, ...body } = calls[0]!.body as Record<string, unknown>;
    expect(body).toEqual({
      name: "Cara Holt",
      email: "cara@example.org",
      company: "Holt & Co",
      phone: "+1 555 0100",
      honeypot: "",
      recaptchaToken: "payload",
    });
    expect(timestamp).toBeGreaterThanOrEqual(before);
    expect(timestamp).toBeLessThanOrEqual(Date.now());
  });

  it("cannot be sent before the check has loaded", async () => {
    vi.mocked(runProofOfWork).mockReturnValue(new Promise(() => undefined));
    show();
    expect(await screen.findByText("Loading security check…")).toBeVisible();
    expect(submit()).toBeDisabled();
  });

  it("reports that the check is not ready while it runs", async () => {
    const calls = stubFetch({});
    vi.mocked(runProofOfWork).mockImplementation((_, onLoaded) => {
      onLoaded();
      return new Promise(() => undefined);
    });
    show();
    expect(await screen.findByText("Running security check…")).toBeVisible();
    fill();
    await userEvent.click(submit());
    expect(
      await screen.findByText("Security verification not ready. Please wait and try again."),
    ).toBeVisible();
    expect(calls).toHaveLength(0);
  });

  it.each([
    ["failedToLoad", "Security verification failed to load. Please refresh the page."],
    [
      "failedToLoadConnection",
      "Security verification failed to load. Please check your internet connection.",
    ],
  ] as const)("reports %s, keeps the form disabled and retries", async (problem, sentence) => {
    vi.mocked(runProofOfWork).mockRejectedValueOnce(new CheckFailed(problem));
    show();
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(submit()).toBeDisabled();
    await userEvent.click(screen.getByRole("button", { name: "Check again" }));
    expect(await screen.findByText("Security check passed")).toBeVisible();
    expect(submit()).toBeEnabled();
  });

  it("repeats the check when the server rejects its result", async () => {
    stubFetch({
      [ROUTE]: { status: 400, json: { success: false, error: "No.", code: "CAPTCHA_FAILED" } },
    });
    show();
    await screen.findByText("Security check passed");
    fill();
    await userEvent.click(submit());
    expect(
      await screen.findByText("Security verification failed. Please try again."),
    ).toBeVisible();
    expect(vi.mocked(runProofOfWork)).toHaveBeenCalledTimes(2);
    expect(screen.getByLabelText("Full Name")).toHaveValue("Cara Holt");
  });

  it("shows the server's message, or else the specified one", async () => {
    let json: object = { success: false, error: "Too many requests from your network." };
    stubFetch({ [ROUTE]: () => ({ status: 429, json }) });
    show();
    await screen.findByText("Security check passed");
    fill();
    await userEvent.click(submit());
    expect(await screen.findByText("Too many requests from your network.")).toBeVisible();
    json = {};
    await userEvent.click(submit());
    expect(await screen.findByText("An error occurred.")).toBeVisible();
  });

  it("requires all four fields and a valid address", async () => {
    const calls = stubFetch({});
    show();
    await screen.findByText("Security check passed");
    fill({ "Full Name": "  ", "Work Email": "cara", Company: "", "Phone Number": "" });
    await userEvent.click(submit());
    expect(await screen.findByText("Enter your name.")).toBeVisible();
    expect(screen.getByText("Enter an email address like name@company.com.")).toBeVisible();
    expect(screen.getByText("Enter your company.")).toBeVisible();
    expect(screen.getByText("Enter your phone number.")).toBeVisible();
    expect(calls).toHaveLength(0);
  });

  it("hides the honeypot from keyboards and screen readers", () => {
    show();
    const trap = document.querySelector<HTMLInputElement>("#demo-website")!;
    expect(trap).toHaveAttribute("tabindex", "-1");
    expect(trap).toHaveAttribute("autocomplete", "off");
    expect(trap.closest("[aria-hidden]")).not.toBeNull();
    expect(screen.getAllByRole("textbox")).toHaveLength(4);
  });

  it("clears the input 300 ms after it was closed", () => {
    vi.useFakeTimers();
    const element = (open: boolean) => (
      <DemoRequestDialog open={open} onOpenChange={vi.fn()} captcha={CAPTCHA} />
    );
    const shown = renderWithSwitch(element);
    fill();
    shown.become(false);
    act(() => void vi.advanceTimersByTime(299));
    shown.become(true);
    expect(screen.getByLabelText("Company")).toHaveValue("Holt & Co");
    shown.become(false);
    act(() => void vi.advanceTimersByTime(300));
    shown.become(true);
    expect(screen.getByLabelText("Company")).toHaveValue("");
  });
});

/** Renders the dialog and changes `open` from outside, as the page does. */
function renderWithSwitch(element: (open: boolean) => ReactElement) {
  let set: (open: boolean) => void = () => undefined;
  function Switch() {
    const [open, setOpen] = useState(true);
    set = setOpen;
    return element(open);
  }
  renderWithApp(<Switch />);
  return {
    become: (open: boolean) => {
      act(() => set(open));
    },
  };
}
