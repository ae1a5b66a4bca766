import type { Page } from 'playwright-core';

/** The side that a target has at least (WCAG 2.2, 2.5.8). */
const SIDE_MIN = 24;

/**
 * Controls of the screen, and links outside of sentences, that are narrower or lower than fingers can hit.
 */
export const findSmallTargets = (page: Page): Promise<string[]> =>
  page.locator('main').evaluate(
    (main, min) =>
      [
        ...main.querySelectorAll(
          'a, button, input, select, textarea, summary, label.link-button, label.check',
        ),
      ]
        .filter((element) => element.checkVisibility() && !element.matches('.visually-hidden, p a, p button'))
        .map((element) => ({ element, box: element.getBoundingClientRect() }))
        .filter(({ box }) => box.width < min || box.height < min)
        .map(({ element, box }) => `${box.width} × ${box.height}: ${element.outerHTML.slice(0, 120)}`),
    SIDE_MIN,
  );
