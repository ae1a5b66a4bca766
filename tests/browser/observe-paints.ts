import type { Page } from 'playwright-core';

export interface Paints {
  firstMs: number;
  largestMs: number;
  /** Cumulative layout shift, as defined by Core Web Vitals. */
  shift: number;
}

/** Records paints and shifts from the start of each page. */
export async function recordPaints(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const paints = { firstMs: 0, largestMs: 0, shift: 0 };
    Object.assign(window, { paints });
    const observe = (type: string, record: (entry: PerformanceEntry & { value?: number }) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach(record)).observe({ type, buffered: true });
    observe('paint', ({ startTime }) => (paints.firstMs = startTime));
    observe('largest-contentful-paint', ({ startTime }) => (paints.largestMs = startTime));
    observe('layout-shift', ({ value = 0 }) => (paints.shift += value));
  });
}

export const readPaints = (page: Page) => page.evaluate<Paints>('window.paints');
