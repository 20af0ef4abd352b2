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

export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => ({ id, targets: nodes.map((n) => n.target) }))).toEqual(
    [],
  );
}
