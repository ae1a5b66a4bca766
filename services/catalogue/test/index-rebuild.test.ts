import { beforeAll, expect, it } from '@jest/globals';
import { kitLines } from './fixture-catalogue.ts';
import { useCatalogue } from './test-catalogue.ts';

/** Three times as many are more than may change before the index is built anew. */
const KITS = 2000;
const CHANGES = 24;

const catalogue = useCatalogue();

beforeAll(async () => {
  for (const season of ['2021', '2022', '2023']) {
    const clubs = Array.from({ length: KITS }, (_, club) => ({
      club: `Club ${club % 100}`,
      type: `T ${club}`,
      season,
    }));
    await catalogue.load(kitLines(clubs));
  }
}, 60_000);

it('what was answered once is not forgotten while the index is built anew beside the one that answers', async () => {
  const done = new AbortController();
  const seen: number[] = [];
  // Drawn at each request, with the kit's name.
  const read = async () => {
    const { body } = await catalogue.ask('/api/kits/7/picture.svg');
    seen.push(Number(/Change (\d+)/.exec(String(body))?.[1] ?? 0));
  };
  const reading = (async () => {
    while (!done.signal.aborted) await read();
  })();
  for (let change = 1; change <= CHANGES; change += 1) {
    await catalogue.db.raw('update kits set rating = ? where id % 3 = ?', [change / 10, change % 3]);
    await catalogue.followChanges();
    await catalogue.db.raw('update kits set name = ? where id = 7', [`Change ${change}`]);
    await catalogue.followChanges();
  }
  done.abort();
  await reading;
  await read();
  expect(seen.at(-1)).toBe(CHANGES);
  expect(seen).toEqual(seen.toSorted((one, other) => one - other));
});
