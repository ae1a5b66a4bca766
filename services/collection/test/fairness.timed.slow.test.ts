import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import type { Photo } from '@kitroom/collection-client';
import { eventually } from '@kitroom/testing/eventually';
import { createImporter } from './test-imports.ts';
import { useMatchingCollection } from './test-match-catalogue.ts';
import { createUserClient } from './test-photos.ts';
import { jpeg } from './test-pictures.ts';

const service = useMatchingCollection();

/** A picture of one colour: 49.6 million pixels in about a kilobyte. */
function avifOfManyPixels(): Promise<Buffer> {
  const create = { width: 7040, height: 7040, channels: 3, background: 'navy' } as const;
  return sharp({ create }).avif({ effort: 0 }).toBuffer();
}

/** Measures how long work takes, in seconds. */
async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

describe('twelve large uploads of one user', () => {
  it('do not delay small uploads of another user', async () => {
    const [heavyUser, lightUser] = [
      await createUserClient(service.collection),
      await createUserClient(service.collection),
    ];
    const [large, small] = [await avifOfManyPixels(), await jpeg()];
    expect(large.length).toBeLessThan(100_000);
    const done = new AbortController();
    const uploads = Promise.all(Array.from({ length: 12 }, () => heavyUser.upload(large))).finally(() =>
      done.abort(),
    );
    const waits: number[] = [];
    while (!done.signal.aborted) {
      waits.push(await secondsOf(() => lightUser.upload(small)));
      await delay(1000);
    }
    await uploads;
    // Measured while the renditions of the large photos are generated.
    let photo: Photo | undefined;
    waits.push(await secondsOf(async () => (photo = await lightUser.upload(small))));
    const rendered = await secondsOf(() =>
      eventually(async () => {
        expect((await lightUser.get(`/api/photos/${photo?.id}/`)).body.thumbnail).toEqual(expect.any(String));
      }, 120_000),
    );
    process.stderr.write(`small uploads: at most ${Math.max(...waits).toFixed(2)} s of ${waits.length}\n`);
    process.stderr.write(`thumbnail of the last small one: ${rendered.toFixed(2)} s\n`);
    expect(waits.length).toBeGreaterThan(1);
    expect(Math.max(...waits)).toBeLessThan(3);
  }, 300_000);
});

describe('imports from the archive', () => {
  it.each([
    ['that load slowly', 1000],
    ['that never load', 3_600_000],
  ])(
    'do not delay the import of another user, with photos %s',
    async (_how, delayMs) => {
      const { catalogue, collection } = service;
      const [first, second, third] = await Promise.all(
        [1, 2, 3].map(async () => createImporter(collection, (await createUserClient(collection)).token)),
      );
      if (!first || !second || !third) throw new Error('three users were to be added');
      catalogue.picture = await jpeg();
      catalogue.pictureDelayMs = 0;
      const alone = await secondsOf(() => importRow(third, 'Alone'));
      catalogue.pictureDelayMs = delayMs;
      catalogue.images = [];
      const long = [];
      for (const importer of [first, second]) {
        const { body } = await importer.request('/api/imports/', 'POST', {
          source: 'archive',
          archive_user_id: 1059,
        });
        expect((await importer.settled(body.id)).status).toBe('review');
        expect((await importer.request(`/api/imports/${body.id}/apply/`, 'POST')).status).toBe(202);
        long.push({ importer, id: body.id });
      }
      await eventually(async () => expect(new Set(catalogue.images).size).toBeGreaterThan(0));
      const delayed = await secondsOf(() => importRow(third, 'Between'));
      process.stderr.write(`one row: ${alone.toFixed(2)} s alone, ${delayed.toFixed(2)} s between\n`);
      for (const { importer, id } of long) {
        expect((await importer.request(`/api/imports/${id}/`)).body.status).toBe('applying');
        expect((await importer.request(`/api/imports/${id}/`, 'DELETE')).status).toBeLessThan(300);
      }
      expect(delayed).toBeLessThan(5);
    },
    300_000,
  );
});

async function importRow(importer: ReturnType<typeof createImporter>, name: string): Promise<void> {
  const { id, status } = await importer.review(`name,brand,size\n${name},Nike,L\n`);
  expect(status).toBe('review');
  expect(await importer.apply(id)).toMatchObject({ status: 'done' });
}
