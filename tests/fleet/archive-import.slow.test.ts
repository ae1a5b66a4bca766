import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { CollectionClient } from '@kitroom/collection-client';
import {
  startStandInArchive,
  type StandInArchive,
} from '@kitroom/devstack/stand-in-archive/stand-in-archive';
import { STAND_IN_COLLECTORS } from '@kitroom/devstack/stand-in-archive/stand-in-collectors';
import { eventually } from '@kitroom/testing/eventually';
import { startTestService, type TestService } from '@kitroom/testing/test-processes';
import { openBothServices, signUp, type BothServices } from './open-both-services.ts';

const MINUTE = 60_000;
/** Delay of the archive's responses, long enough for the import to check its scrape before one arrives. */
const RESPONSE_MS = 1500;
const UNKNOWN = 899_999;

let archive: StandInArchive;
let both: BothServices;
let collection: TestService;
let client: CollectionClient;

beforeAll(async () => {
  archive = await startStandInArchive();
  both = await openBothServices({ ARCHIVE_BASE_URL: archive.url, ARCHIVE_MIN_INTERVAL_MS: '100' });
  collection = await startTestService('collection', both.collectionEnv);
}, 3 * MINUTE);

beforeEach(async () => {
  archive.clear();
  archive.setBehaviour(() => ({ delayMs: RESPONSE_MS }));
  client = await signUp(both, collection);
}, MINUTE);

afterAll(async () => {
  await collection?.kill();
  await both?.close();
  await archive?.stop();
}, MINUTE);

async function startImport(archiveUserId: number): Promise<number> {
  const started = await client.imports.create({ source: 'archive', archive_user_id: archiveUserId });
  return started.id;
}

async function untilRead(id: number) {
  let importJob = await client.imports.get({ id });
  await eventually(async () => {
    importJob = await client.imports.get({ id });
    expect(importJob.status).not.toBe('reading');
  }, MINUTE);
  return importJob;
}

describe('an import from a slow archive', () => {
  it.each([
    ['of an unknown user', undefined, `Archive user ${UNKNOWN} not found`],
    ['with a 403 response', 403, 'The archive refuses to be read by programs'],
  ])(
    '%s fails after one request, and the next import is accepted',
    async (_title, status, reason) => {
      archive.setBehaviour(() => ({ delayMs: RESPONSE_MS, ...(status && { status }) }));
      const failed = await untilRead(await startImport(UNKNOWN));
      expect([failed.status, failed.error]).toEqual(['failed', expect.stringContaining(reason)]);
      expect(archive.requests()).toHaveLength(1);
      const next = await untilRead(await startImport(UNKNOWN));
      expect([next.status, archive.requests().length]).toEqual(['failed', 2]);
    },
    2 * MINUTE,
  );

  it(
    'resumes after its worker was killed, and reads each page of the archive once',
    async () => {
      const id = await startImport(STAND_IN_COLLECTORS.withManyKits);
      await eventually(async () => expect(archive.requests().length).toBeGreaterThan(1), MINUTE);
      await collection.kill('SIGKILL');
      const { port } = collection;
      collection = await startTestService('collection', { ...both.collectionEnv, PORT: String(port) });
      expect(await untilRead(id)).toMatchObject({ status: 'review', error: null });
      const paths = archive.requests().map(({ path }) => path);
      expect(paths).toEqual([...new Set(paths)]);
    },
    3 * MINUTE,
  );
});
