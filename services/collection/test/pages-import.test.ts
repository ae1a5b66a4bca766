import { describe, expect, it } from '@jest/globals';
import { eventually } from '@kitroom/testing/eventually';
import { openPageBrowser, type PageBrowser, type Shown } from './page-browser.ts';
import { useMatchingCollection } from './test-match-catalogue.ts';
import { addCollector } from './test-users.ts';

const service = useMatchingCollection();

const PAGE = '/accounts/data/import';

/** Looks at an import until nothing works on it. */
async function settled(browser: PageBrowser, { path }: Shown): Promise<Shown> {
  let shown: Shown | undefined;
  await eventually(async () => {
    shown = await browser.open(path.replace(/\?.*/, ''));
    expect(shown.words).not.toContain('Look again');
  });
  if (!shown) throw new Error('nothing was shown');
  return shown;
}

async function signIn() {
  const user = await addCollector(service.collection);
  const browser = openPageBrowser(service.collection);
  await browser.signIn(user.username);
  return { user, browser };
}

describe('the pages of imports', () => {
  it('lead from a file to items, and back', async () => {
    const { user, browser } = await signIn();
    const start = await browser.open(PAGE);
    expect([start.heading, start.words]).toEqual([
      'Import a collection',
      expect.stringContaining('There are none.'),
    ]);
    const file = new Blob(['Verein;Ausrüster;Größe;X\nArsenal;Nike;L;A <b>shirt</b>\nManchester;Nike;L;B\n']);
    const review = await settled(browser, await browser.send(start, 'Read the file', { file }));
    expect(review.words).toContain('1 new, 1 ambiguous');
    expect(review.text).not.toContain('<b>shirt');

    const resolved = await settled(browser, await browser.send(review, 'Manchester United for Manchester'));
    expect(resolved.words).toContain('2 new.');
    const mapped = await settled(
      browser,
      await browser.send(resolved, 'Read the rows anew', { 'column-3': 'name', defaults: 'condition: 7' }),
    );
    expect(mapped.words).toContain('A <b>shirt</b>');

    const done = await settled(browser, await browser.send(mapped, 'Add 2, update 0'));
    expect(done.words).toContain('2 added');
    const items = (await user.ask('/api/items/')).body;
    expect(items).toMatchObject([{ condition: 7 }, { condition: 7 }]);

    const undone = await settled(browser, await browser.send(done, 'Undo the import'));
    expect(undone.words).toContain('2 rows were undone.');
    const gone = await browser.send(undone, 'Forget it');
    expect([gone.path, gone.words]).toEqual([PAGE, expect.stringContaining('The import is gone')]);
  });

  it('tell what is wrong with a file, and hide it from others', async () => {
    const { browser } = await signIn();
    const start = await browser.open(PAGE);
    const nothing = await browser.send(start, 'Read the file', {});
    expect([nothing.status, nothing.words]).toEqual([400, expect.stringContaining('Choose a file.')]);
    const file = new Blob(['Club,Club\na,b\n']);
    const failed = await settled(browser, await browser.send(start, 'Read the file', { file }));
    expect(failed.words).toContain('two columns "Club": A and B');
    const { browser: stranger } = await signIn();
    expect((await stranger.open(failed.path)).status).toBe(404);
    expect((await stranger.open(`${PAGE}/x`)).status).toBe(404);
  });

  it('show errors of the mapping', async () => {
    const { browser } = await signIn();
    const start = await browser.open(PAGE);
    const file = new Blob(['Club,Brand,Size\nArsenal,Nike,L\n']);
    const review = await settled(browser, await browser.send(start, 'Read the file', { file }));
    const wrong = await browser.send(review, 'Read the rows anew', { defaults: 'nothing: x' });
    expect([wrong.status, wrong.words]).toEqual([400, expect.stringContaining('"nothing" is not a field.')]);
  });
});
