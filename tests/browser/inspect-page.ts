import axe from 'axe-core';
import type { Page } from 'playwright-core';

const LOOKS = [
  { name: 'phone, light', width: 390, colorScheme: 'light' },
  { name: 'phone, dark', width: 390, colorScheme: 'dark' },
  { name: 'desktop, light', width: 1280, colorScheme: 'light' },
  { name: 'desktop, dark', width: 1280, colorScheme: 'dark' },
] as const;

interface Violation {
  id: string;
  nodes: Array<{ html: string }>;
}

/** What is wrong with a page, in each look: whatever axe finds, and content that is wider than the window. */
export async function findFaults(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const { name, width, colorScheme } of LOOKS) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    const found = await findFaultsAsShown(page);
    faults.push(...found.map((fault) => `${name}: ${fault}`));
  }
  return faults;
}

/** The same in the look that the page has. */
export async function findFaultsAsShown(page: Page): Promise<string[]> {
  return [...(await findViolations(page)), ...(await findOverflow(page))];
}

async function findViolations(page: Page): Promise<string[]> {
  if (await page.evaluate('window.axe === undefined')) {
    await page.evaluate(`(() => { const module = undefined; ${axe.source} })()`);
  }
  const { violations } = await page.evaluate<{ violations: Violation[] }>('window.axe.run()');
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

async function findOverflow(page: Page): Promise<string[]> {
  const [actual, width] = await page.evaluate<[number, number]>(
    '[document.documentElement.scrollWidth, window.innerWidth]',
  );
  return actual > width ? [`${actual} pixels wide`] : [];
}
