import { beforeEach, describe, expect, it } from '@jest/globals';
import { createImporter, type Importer } from './test-imports.ts';
import { useMatchingCollection } from './test-match-catalogue.ts';
import { addCollector } from './test-users.ts';

const service = useMatchingCollection();

let importer: Importer;
beforeEach(async () => {
  importer = createImporter(service.collection, (await addCollector(service.collection)).token);
});

/** The currencies of each row's price and estimated value, or `error`. */
async function readCurrencies(lines: readonly string[], defaults: object = {}) {
  const { id } = await importer.review(`${lines.join('\n')}\n`);
  await importer.request(`/api/imports/${id}/`, 'PATCH', { options: { defaults } });
  await importer.settled(id);
  return (await importer.rows(id)).map(({ item, errors }) =>
    ['price', 'estimated_value'].map((field) =>
      field in errors ? 'error' : (item?.[field]?.currency ?? '-'),
    ),
  );
}

describe('an imported amount without a currency', () => {
  it.each([
    ['has the currency of the heading of another amount', 'Paid (€);Worth now', ['45;60', ';12'], 'EUR'],
    [
      'has the currency of the headings if cells have another currency',
      'Paid (€);Worth now',
      ['£45;60', '10;12'],
      'EUR',
    ],
    ['has the only currency of the cells', 'Paid;Value now', ['45;60', '£30;'], 'GBP'],
    ['has the only currency of a currency column', 'Paid;Worth;Currency', ['45;60;CHF', '1;2;'], 'CHF'],
    ['takes the currency of its heading first', 'Cost (GBP);Current value in USD', ['45;60'], 'USD'],
    ['has the currency of another heading rather than the default', 'Paid EUR;Worth now', ['45;60'], 'EUR'],
  ])('%s: %s', async (_title, headings, cells, currency) => {
    const lines = cells.map((cell, at) => `Shirt ${at};L;${cell}`);
    const read = await readCurrencies([`Shirt;Size;${headings}`, ...lines], { currency: 'SEK' });
    expect(read.map(([, estimate]) => estimate).filter((candidate) => candidate !== '-')).toContain(currency);
    expect(read.flat()).not.toContain('error');
    expect(read.flat()).not.toContain('SEK');
  });

  it('has the default if the table has no single currency, and is an error without a default', async () => {
    const mixedTable = ['Shirt;Size;Paid;Worth now', 'A;L;£45;60', 'B;L;30 €;20'];
    expect(await readCurrencies(mixedTable, { currency: 'SEK' })).toEqual([
      ['GBP', 'SEK'],
      ['EUR', 'SEK'],
    ]);
    const plainTable = ['Shirt;Size;Paid', 'A;L;45'];
    expect(await readCurrencies(plainTable, { currency: 'SEK' })).toEqual([['SEK', '-']]);
    expect(await readCurrencies(plainTable)).toEqual([['error', '-']]);
  });
});
