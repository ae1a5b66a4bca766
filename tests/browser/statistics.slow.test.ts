import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { SIZES } from '@kitroom/collection-client';
import { SHOWCASE_LIMITS } from '@kitroom/devstack/stack-environment';
import { eventually } from '@kitroom/testing/eventually';
import { describeWithBrowser } from '@kitroom/testing/test-browser';
import type { CollectionApi } from './collection-api.ts';
import { findFaults } from './inspect-page.ts';
import { useShowcase } from './use-showcase.ts';

/** More clubs and seasons than a chart shows at first. */
const CLUBS = 15;
const ITEMS = 30;

describeWithBrowser('the collection statistics', () => {
  const { newCollector, newContext, open, problems } = useShowcase(SHOWCASE_LIMITS);

  it('chart all values in order, link each bar to as many items, and hide places from visitors', async () => {
    const { context, api } = await newCollector('mr.smith');
    await addItems(api);
    const { token } = await api.send<{ token: string }>('POST', '/api/shares/', { scope: 'collection' });
    const page = await open('/collection/statistics', context);

    // Long lists are collapsed and have a button for the rest.
    const clubs = chart(page, 'Clubs');
    await clubs.section.getByText(/^6 more, with \d+ items$/).waitFor();
    expect(await clubs.names()).toHaveLength(10);
    await clubs.section.getByRole('button', { name: 'Show all 16 clubs' }).click();
    expect(await clubs.names()).toHaveLength(CLUBS + 1);
    expect(await sum(clubs)).toBe(ITEMS);
    await chart(page, 'Seasons')
      .section.getByRole('button', { name: /^Show all/ })
      .click();

    for (const [title, order] of Object.entries(ORDERS)) {
      const names = await chart(page, title).names();
      expect(names.length).toBeGreaterThan(1);
      expect({ title, names }).toEqual({ title, names: order(names) });
    }
    const sections = [
      'Types',
      'Brands',
      'Countries',
      'Colours',
      'Designs',
      'Wear (grade)',
      'Tags',
      'Places',
      'Visible to',
    ];
    for (const title of sections) expect((await chart(page, title).names()).length).toBeGreaterThan(0);
    await page.getByText('Average condition').waitFor();
    await page.getByText('Grey').waitFor();

    const value = page.getByRole('region', { name: 'Value in EUR' });
    await value.getByText(/for 30 items, by the date acquired/).waitFor();
    expect(await value.locator('path').count()).toBe(2);
    await value.getByText('Numbers by month').click();
    const oldest = value.getByRole('row').last();
    expect(await oldest.innerText()).toMatch(/January 2023[^]*10\.00/);
    expect(await findFaults(page)).toEqual([]);

    await expectBarsToLead(page);
    const visitor = await newContext();
    const shared = await open(`/s/${token}`, visitor);
    await shared.getByText('Statistics').click();
    await chart(shared, 'Clubs').section.waitFor();
    expect(await chart(shared, 'Places').section.count()).toBe(0);
    expect(await findFaults(shared)).toEqual([]);
    expect(problems).toEqual([]);
  }, 180_000);
});

/** Expected order of names, by chart. */
const ORDERS: Readonly<Record<string, (names: string[]) => string[]>> = {
  Seasons: (names) => names.toSorted(),
  Decades: (names) => names.toSorted(),
  Condition: (names) => names.toSorted((a, b) => Number(b) - Number(a)),
  Sizes: (names) => [
    ...SIZES.map(({ name }) => name).filter(
      (name, index, all) => names.includes(name) && all.indexOf(name) === index,
    ),
    'Boys 152',
  ],
};

function chart(page: Page, title: string) {
  const section = page.getByRole('region', { name: title, exact: true });
  return { section, names: () => section.getByRole('rowheader').allInnerTexts() };
}

async function sum({ section }: ReturnType<typeof chart>): Promise<number> {
  const counts = await section.locator('.chart-count').allInnerTexts();
  return counts.reduce((total, count) => total + Number(count), 0);
}

/** Opens the link of the last bar of every chart. */
async function expectBarsToLead(page: Page): Promise<void> {
  const rows = page.locator('.chart tr:has(.chart-bar):last-child');
  const bars = await rows.evaluateAll((all) =>
    all.map((row) => ({
      to: row.querySelector('a')?.getAttribute('href') ?? '',
      count: row.querySelector('.chart-count')?.textContent,
    })),
  );
  expect(bars.length).toBeGreaterThan(10);
  for (const { to, count } of bars) {
    await page.goto(to);
    await eventually(async () =>
      expect({ to, count: await page.locator('p.count').innerText() }).toEqual({
        to,
        count: `${count} item${count === '1' ? '' : 's'}`,
      }),
    );
  }
}

async function addItems(api: CollectionApi): Promise<void> {
  const sizes = [3, 1, 2];
  await Promise.all(
    Array.from({ length: ITEMS }, (_, index) =>
      api.send('POST', '/api/items/', {
        item_type: index === 0 ? 'shorts' : 'jersey',
        name: `Item ${index}`,
        ...(index < CLUBS * 1.5 ? { club: 1 + (index % CLUBS) } : { club_text: 'Sporting Nowhere' }),
        season_text: `${1980 + index}-${String((81 + index) % 100).padStart(2, '0')}`,
        brand_text: index % 2 ? 'Homemade' : 'Handmade',
        ...(index > 0 && (index % 4 ? { size: sizes[index % 3] } : { size_text: 'Boys 152' })),
        condition: 3 + (index % 8),
        detailed_condition: index % 2 ? 'GOOD' : 'BNWT',
        main_color: 1 + (index % 17),
        design: index % 2 ? 'STRIPES' : 'PLAIN',
        country: index % 2 ? 'ES' : 'GB',
        tags: [index % 2 ? 'away' : 'home'],
        location: index % 2 ? 'Cellar' : 'Attic',
        is_private: index === 1,
        acquired_on: index === 2 ? '2023-01-15' : '2024-03-01',
        price: { amount: '10', currency: 'EUR' },
        estimated_value: { amount: '12', currency: 'EUR' },
      }),
    ),
  );
}
