import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { STAND_IN_COLLECTORS } from '@kitroom/devstack/stand-in-archive/stand-in-collectors';
import {
  startStandInArchive,
  type StandInArchive,
} from '@kitroom/devstack/stand-in-archive/stand-in-archive';
import { eventually } from '@kitroom/testing/eventually';
import { startTestCatalogue, type Answer, type TestCatalogue } from './test-catalogue.ts';

const { withThreeKits } = STAND_IN_COLLECTORS;

let archive: StandInArchive;
let catalogue: TestCatalogue;

beforeAll(async () => {
  archive = await startStandInArchive();
  catalogue = await startTestCatalogue({
    env: { WORKER: 'true', ARCHIVE_BASE_URL: archive.url, ARCHIVE_MIN_INTERVAL_MS: '1' },
  });
});

afterEach(async () => {
  await catalogue.db('scrapes').delete();
  await catalogue.db('user_collections').delete();
});

afterAll(async () => {
  await catalogue.close();
  await archive.stop();
});

/** Scrapes a collection, and answers how that ended. */
async function scrape(userid: number): Promise<Answer> {
  const path = `/api/user-collection/${userid}/scrape`;
  let progress = await catalogue.ask(path, { method: 'POST' });
  expect(progress.status).toBe(202);
  await eventually(async () => {
    progress = await catalogue.ask(path);
    expect(progress.body.status).not.toBe('processing');
  }, 60_000);
  return progress;
}

/** A page of a feed: so many entries, below zero in the collector's own words. */
function writeFeed(count: number, page: number, more: boolean): string {
  const entries = Array.from({ length: Math.abs(count) }, (_, index) => ({
    kit: { id: page * 100 + index, team_name: 'Rovers' },
    custom_team: count < 0 ? 'Works team' : null,
  }));
  return JSON.stringify({ success: true, entries, more_available: more });
}

/** A page of HTML with one kit or none, and a pager that leads on or not. */
function writePage(hasKit: boolean, page: number, more: boolean): string {
  const kit = `<div class="kit" id="${page}"><a href="/rovers-${page}/"></a></div>`;
  const next = more ? `<a class="button" href="?p=${page + 1}">Next</a>` : '';
  return `<div class="kit-container">${hasKit ? kit : ''}</div><div class="pager">${next}</div>`;
}

describe('a scrape', () => {
  it.each([
    ['empty pages between others', [20, 0, 0, 20, 0, 7], 6, 47],
    ['three empty pages in a row', [20, 0, 20, 0, 0, 0, 20], 6, 40],
    ['nothing but empty pages', [0, 0, 0, 20], 3, 0],
    ['entries in the collector’s own words alone', [-20, -20, -20, 5], 4, 5],
  ])('of a feed with %s goes on past two of them', async (_what, pages, scraped, entries) => {
    archive.behave(({ kind, page }) =>
      kind === 'feed' ? { body: writeFeed(pages[page - 1] ?? 0, page, page < pages.length) } : undefined,
    );
    const { body } = await scrape(withThreeKits);
    expect(body).toMatchObject({ status: 'ready', pages_scraped: scraped, entries });
  });

  it('ends at an empty page that is the last one by the feed’s own word', async () => {
    archive.behave(({ kind, page }) => (kind === 'feed' ? { body: writeFeed(0, page, false) } : undefined));
    expect((await scrape(withThreeKits)).body).toMatchObject({ status: 'ready', pages_scraped: 1 });
  });

  it('goes on past two empty pages of HTML, as long as the pager leads on', async () => {
    archive.behave(({ kind, page }) =>
      kind === 'page'
        ? { body: writePage(page === 1 || page === 4, page, page < 9) }
        : { status: 404, body: 'gone' },
    );
    const { body } = await scrape(withThreeKits);
    expect(body).toMatchObject({ status: 'ready', pages_scraped: 7, entries: 2 });
  });
});
