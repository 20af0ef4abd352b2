/** Steps and checks that several browser tests share. */

import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

import type { Credentials } from "./people";

/** Sign in through the form; ends on the list of interviews. */
export async function signIn(page: Page, server: string, person: Credentials): Promise<void> {
  await page.goto(`${server}/login`);
  await page.getByLabel("Username").fill(person.username);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Sign in with Username" }).click();
  await expect(page).toHaveURL(/\/interviews$/);
}

const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** The rules among these that depend on colors. */
const COLOR_RULES = ["color-contrast", "link-in-text-block"];

/** Check the page against WCAG 2.2 AA and axe's best practices. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoViolations(prepareAxe(page).withTags(WCAG));
}

/** Check only the rules that depend on colors, for instance after a change of the theme. */
export async function expectReadableColors(page: Page): Promise<void> {
  await expectNoViolations(prepareAxe(page).withRules(COLOR_RULES));
}

/** Lists neither the elements that passed nor selectors, which no check reads and which take time. */
function prepareAxe(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).options({ resultTypes: ["violations"], selectors: false });
}

async function expectNoViolations(axe: AxeBuilder): Promise<void> {
  // Legacy mode saves a new tab per run; it only lacks frames of other origins.
  const { violations } = await axe.setLegacyMode().analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`),
  ).toEqual([]);
}

/**
 * Wait until two videos play: one's own and the other person's.
 *
 * On a machine with much other work, the first attempts to connect may time out after 10 and 20 s; the third has 40 s.
 */
export async function expectVideos(page: Page): Promise<void> {
  await expect
    .poll(
      () =>
        page.evaluate(
          () =>
            Array.from(document.querySelectorAll("video")).filter(
              (video) => video.videoWidth > 0 && video.currentTime > 0,
            ).length,
        ),
      { timeout: 120_000 },
    )
    .toBeGreaterThanOrEqual(2);
}
