import { beforeEach, describe, expect, it } from '@jest/globals';
import { countsOf, createImporter, type Importer } from './test-imports.ts';
import { useMatchingCollection } from './test-match-catalogue.ts';
import { addCollector } from './test-users.ts';

const service = useMatchingCollection();

let importer: Importer;
beforeEach(async () => {
  importer = createImporter(service.collection, (await addCollector(service.collection)).token);
});

/** The reviewed rows of a sheet with these cells in an additional column. */
async function reviewColumn(heading: string, cells: readonly string[]) {
  const lines = cells.map((cell, at) => `Shirt ${at};Arsenal;L;${cell}`);
  const { id } = await importer.review(`Shirt;Club;Size;${heading}\n${lines.join('\n')}\n`);
  return importer.rows(id);
}

describe('an imported row for an item that is not owned', () => {
  it.each([
    ['Status', ['Owned', 'Wishlist', 'Want', 'SOLD', 'swapped', 'ordered', '', 'not owned'], '.wwss..n'],
    ['Owned', ['Yes', 'No', 'x', '✗', '', '?', '0', 'sold'], '.n.n..ns'],
    ['Owned?', ['1', '0', 'checked', 'unchecked'], '.n.n'],
    ['For sale', ['yes', 'no', 'Sold', '120 €'], '..s.'],
    ['Sold', ['no', 'yes', '2021-04-03', '45 €', '0', '-', 'to a friend'], '.sss..s'],
    ['Sold on', ['0001-01-01', '3 May 2020'], '.s'],
    ['HB.sold_time', ['0001-01-01', '2023-01-02'], '.s'],
    ['Wishlist', ['', 'x', 'no', 'high priority'], '.w.w'],
    ['Have/Want', ['Have', 'Want'], '.w'],
    ['isOwned', ['true', 'false'], '.n'],
    ['Zustand', ['gut', 'verkauft'], '.s'],
    ['Im Besitz', ['ja', 'nein'], '.n'],
    ['Status', ['vorhanden', 'gesucht', 'Wunschliste', 'verkauft am 3.5.2020', 'getauscht'], '.wwss'],
    ['Estado', ['buena', 'Vendida', 'La quiero', 'intercambiada'], '.sws'],
    ['La tengo', ['sí', 'no'], '.n'],
    ['Statut', ['possédé', 'recherché', 'vendu', 'échangé'], '.wss'],
    ['Possédé', ['oui', 'non'], '.n'],
    ['Stato', ['buono', 'venduta', 'cercata', 'scambiata'], '.sws'],
    ['Ce l’ho', ['sì', 'no'], '.n'],
    ['Situação', ['tenho', 'vendida', 'procurada', 'trocada'], '.sws'],
    ['Possuo', ['sim', 'não'], '.n'],
  ])('is proposed as skipped according to the column "%s": %j', async (heading, cells, expected) => {
    const rows = await reviewColumn(heading, cells);
    const letters = rows.map(({ is_skipped: isSkipped, skip_reason: reason }) => {
      expect(isSkipped).toBe(reason !== null);
      return reason === null ? '.' : /wanted|sold|swapped|not owned/.exec(reason)?.[0].charAt(0);
    });
    expect(letters.join('')).toBe(expected);
  });

  it('shows its cell in the reason, counts as skipped, and can be restored', async () => {
    const csv = 'Shirt,Size,Status\nA,L,Owned\nB,L,Wishlist\n';
    const review = await importer.review(csv);
    expect(countsOf(review)).toEqual({ new: 1, skipped: 1 });
    const [, row] = await importer.rows(review.id);
    expect(row).toMatchObject({
      status: 'skipped',
      is_skipped: true,
      skip_reason: 'The item is wanted, not owned: "Status" is "Wishlist".',
    });
    const restored = await importer.request(`/api/imports/${review.id}/rows/2/`, 'PATCH', { skip: false });
    expect(restored.body).toMatchObject({ status: 'new', is_skipped: false, item: { name: 'B' } });
  });

  it('is proposed as skipped in NDJSON, too', async () => {
    const lines = [
      { name: 'A', owned: true },
      { name: 'B', owned: false },
    ];
    const ndjson = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    expect(countsOf(await importer.review(ndjson, 'shirts.ndjson'))).toEqual({ new: 1, skipped: 1 });
  });
});
