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
 * What is wrong with a page, on a phone and on a desktop: whatever axe finds, and what does not fit into the
 * width of the window. Each has its colour scheme: schemes differ in nothing but contrast, and axe is slow.
 */
export async function findFaults(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const { width, colorScheme } of LOOKS) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    const found = await findFaultsAsShown(page);
    faults.push(...found.map((fault) => `${width} pixels, ${colorScheme}: ${fault}`));
  }
  return faults;
}

/** The same in the look that the page has. */
export async function findFaultsAsShown(page: Page): Promise<string[]> {
  return [...(await findViolations(page)), ...(await findMisfits(page))];
}

/** What does not fit into the width of the window. */
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

/**
 * Links and controls that begin or end beside the window: whoever does not scroll sideways does not see them.
 */
const findHidden = (page: Page) =>
  page.evaluate<string[]>(() =>
    [...document.querySelectorAll('a, button, input, select, textarea, summary, [role=option]')]
      .filter((element) => {
        // Browsers do not lay out what is folded.
        if (!element.checkVisibility()) return false;
        const { left, right } = element.getBoundingClientRect();
        return left < 0 || right > document.documentElement.clientWidth;
      })
      .map((element) => `beside the window: ${element.outerHTML.slice(0, 120)}`),
  );
