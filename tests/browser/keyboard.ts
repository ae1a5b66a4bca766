import type { Page } from 'playwright-core';

type Role = 'textbox' | 'button' | 'link' | 'checkbox';

/** Presses Tab until the element with this role and name has the focus. */
export async function tabTo(page: Page, role: Role, name: string | RegExp): Promise<void> {
  const target = page.locator('main').getByRole(role, { name, exact: true }).first();
  await target.waitFor();
  for (let presses = 0; presses < 120; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${String(name)}`);
}

/** Types into a field; finds it by label, as password fields have no role. */
export async function type(page: Page, label: string, text: string): Promise<void> {
  await page.locator('main').getByLabel(label, { exact: true }).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

/** Goes to a button or link, and presses Enter. */
export async function press(page: Page, name: string | RegExp, role: Role = 'button'): Promise<void> {
  await tabTo(page, role, name);
  await page.keyboard.press('Enter');
}
