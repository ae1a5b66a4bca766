import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** A phone in the light scheme, and a desktop in the dark one. */
export const LOOKS = [
  { width: 390, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
] as const;

interface Violation {
  id: string;
  nodes: Array<{ html: string }>;
}

/**
 * Lists faults of a page on a phone and on a desktop: axe violations, and elements wider than the window.
 * Each device has one colour scheme, as schemes differ only in contrast, and axe is slow.
 */
export async function findFaults(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const { width, colorScheme } of LOOKS) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    const faultsAsShown = await findFaultsAsShown(page);
    faults.push(...faultsAsShown.map((fault) => `${width} pixels, ${colorScheme}: ${fault}`));
  }
  return faults;
}

/** Lists the same faults in the page's current window and scheme. */
export async function findFaultsAsShown(page: Page): Promise<string[]> {
  return [...(await findViolations(page)), ...(await findMisfits(page))];
}

/** Lists elements that do not fit into the width of the window. */
export async function findMisfits(page: Page): Promise<string[]> {
  return [...(await findOverflow(page)), ...(await findHidden(page))];
}

/** Links and controls of less than 24 by 24 pixels, unless there is room around them (WCAG 2.2, 2.5.8). */
export function findSmallTargets(page: Page): Promise<string[]> {
  return findViolations(page, { runOnly: ['target-size'] });
}

async function findViolations(page: Page, options = {}): Promise<string[]> {
  if (await page.evaluate('window.axe === undefined')) {
    await page.evaluate(`(() => { const module = undefined; ${axe.source} })()`);
  }
  const { violations } = await page.evaluate<{ violations: Violation[] }>(
    `window.axe.run(${JSON.stringify(options)})`,
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

async function findOverflow(page: Page): Promise<string[]> {
  const [actual, width] = await page.evaluate<[number, number]>(
    '[document.documentElement.scrollWidth, window.innerWidth]',
  );
  return actual > width ? [`${actual} pixels wide`] : [];
}

/** Lists links and controls that are partly outside the window, visible only after scrolling sideways. */
const findHidden = (page: Page) =>
  page.evaluate<string[]>(() =>
    [...document.querySelectorAll('a, button, input, select, textarea, summary, [role=option]')]
      .filter((element) => {
        // Browsers do not lay out collapsed content.
        if (!element.checkVisibility()) return false;
        const { left, right } = element.getBoundingClientRect();
        return left < 0 || right > document.documentElement.clientWidth;
      })
      .map((element) => `outside the window: ${element.outerHTML.slice(0, 120)}`),
  );
