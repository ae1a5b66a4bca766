import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@kitroom/testing/eventually';
import type { ShownPage } from '@kitroom/testing/page-browser';
import { findForm, readForm, rowsOf, squeeze } from '@kitroom/testing/read-page';
import { uploadRoot } from '../src/admin/imports/run-upload.ts';
import { listChanges, openSignedIn, startWithAdmin, type AdminBrowser } from './admin-browser.ts';
import { EMPTY_CATALOGUE, kitLines, recordLine } from './fixture-catalogue.ts';
import type { TestCatalogue } from './test-catalogue.ts';

let catalogue: TestCatalogue;
let browser: AdminBrowser;

const usualFolder = process.env['TMPDIR'];

beforeAll(async () => {
  // A separate folder, as other tests import at the same time.
  process.env['TMPDIR'] = await mkdtemp(join(tmpdir(), 'kitroom-imports-'));
  catalogue = await startWithAdmin();
});

beforeEach(async () => {
  await catalogue.db.raw(EMPTY_CATALOGUE);
  await catalogue.db('uploaded_imports').delete();
  browser = await openSignedIn(catalogue);
});

afterAll(async () => {
  await catalogue.close();
  await rm(tmpdir(), { recursive: true, force: true });
  if (usualFolder === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = usualFolder;
});

async function send(content: string, more: Record<string, string> = {}): Promise<Response> {
  const page = await browser.open('/admin/imports/new');
  const form = findForm(page, 'Upload and import');
  expect([form.getAttribute('enctype'), form.hasAttribute('data-progress')]).toEqual([
    'multipart/form-data',
    true,
  ]);
  const data = new FormData();
  for (const [name, value] of Object.entries({ ...readForm(form), ...more })) {
    if (name !== 'file') data.set(name, value);
  }
  data.set('file', new Blob([content]), 'new kits.ndjson');
  return browser.request('/admin/imports/new', {
    method: 'POST',
    body: data,
    headers: { Origin: catalogue.url, 'Sec-Fetch-Site': 'same-origin' },
  });
}

/** Waits until an import has ended, and returns its page. */
async function ended(response: Response): Promise<ShownPage> {
  expect(response.status).toBe(303);
  const path = response.headers.get('Location') ?? '';
  let page = await browser.open(path);
  await eventually(async () => {
    page = await browser.open(path);
    if (page.document.querySelector('[data-live]')) throw new Error('the import is still running');
  });
  return page;
}

const toText = (lines: readonly object[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('');
const LINES = kitLines([{ club: 'Ajax' }, { club: 'Ajax', type: 'Away' }]);

describe('an import uploaded in the admin interface', () => {
  it('adds the records of the file, appears in the audit log and changes API responses', async () => {
    expect((await catalogue.request('/api/kits')).body).toEqual([]);
    const page = await ended(await send(toText(LINES)));
    expect(page.heading).toBe('new kits.ndjson');
    expect(page.text).toContain('The file is imported.');
    expect(rowsOf(page)).toContainEqual(['kits', '2', '0']);
    // The end is committed with the records and published afterwards.
    await eventually(async () => expect((await catalogue.request('/api/kits')).body).toHaveLength(2));
    const [entry] = await listChanges(browser);
    expect(entry?.slice(1, 4)).toEqual(['Olga', 'import', expect.stringContaining('new kits.ndjson')]);
    expect(rowsOf(await browser.open('/admin/imports?status=done'))[0]?.slice(0, 3)).toEqual([
      'new kits.ndjson',
      'done',
      'Olga',
    ]);
    await eventually(async () => {
      const left = await readdir(uploadRoot());
      if (left.length > 0) throw new Error(`files are left: ${left.join(', ')}`);
    });
  });

  it('accepts files of more than 1 MB', async () => {
    const lines = Array.from({ length: 3000 }, (_, number) =>
      recordLine('club', `Club ${number}`, { logo: `data:image/svg+xml,${'x'.repeat(500)}` }),
    );
    const page = await ended(await send(toText(lines)));
    expect(rowsOf(page)).toContainEqual(['clubs', '3,000', '0']);
  });

  it('changes nothing if a line is invalid, and shows the line and the reason', async () => {
    const bad = { kind: 'brand', slug: 'x', name: 7 };
    const page = await ended(await send(toText([...LINES, bad])));
    expect(squeeze(page.document.querySelector('.errors')?.textContent)).toBe(
      `Nothing was changed line ${LINES.length + 1} (x): "name" must be a string; it is 7`,
    );
    expect((await catalogue.request('/api/kits')).body).toEqual([]);
  });

  it('skips and lists invalid lines if skip_invalid is on', async () => {
    const text = `${toText(LINES)}no JSON\n`;
    const page = await ended(await send(text, { skip_invalid: 'on' }));
    expect(squeeze(page.document.body.textContent)).toContain('1 line was left out');
    expect(squeeze(page.document.querySelector('main ul li')?.textContent)).toMatch(
      new RegExp(`^line ${LINES.length + 1}: `),
    );
    await eventually(async () => expect((await catalogue.request('/api/kits')).body).toHaveLength(2));
  });

  it('is rejected without a file, while another import runs and without a CSRF token', async () => {
    const empty = await send('');
    expect([empty.status, await empty.text()]).toEqual([
      400,
      expect.stringContaining('Choose a file that is not empty.'),
    ]);
    await catalogue
      .db('uploaded_imports')
      .insert({ operator: 'Olga', file_name: 'other', bytes: 9, skip_invalid: false, ignore_ids: false });
    const second = await send(toText(LINES));
    expect([second.status, await second.text()]).toEqual([
      400,
      expect.stringContaining('Another import is running.'),
    ]);
    expect((await send(toText(LINES), { csrf: 'x' })).status).toBe(403);
    expect((await catalogue.request('/api/kits')).body).toEqual([]);
  });

  it('is shown as lost when its process has ended, and no longer blocks other imports', async () => {
    await catalogue.db('uploaded_imports').insert({
      operator: 'Olga',
      file_name: 'other',
      bytes: 9,
      skip_invalid: false,
      ignore_ids: false,
      seen_at: '2001-01-01',
    });
    const [row] = rowsOf(await browser.open('/admin/imports?status=lost'));
    expect(row?.slice(0, 2)).toEqual(['other', 'lost']);
    expect((await ended(await send(toText(LINES)))).text).toContain('The file is imported.');
  });
});
