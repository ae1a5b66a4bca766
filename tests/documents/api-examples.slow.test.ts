import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { format, resolveConfig } from 'prettier';
import { CATALOGUE_CONTRACTS } from '@kitroom/catalogue-client';
import { COLLECTION_CONTRACTS } from '@kitroom/collection-client';
import { eventually } from '@kitroom/testing/eventually';
import { npmStart, type Run } from '@kitroom/testing/npm-start';
import { buildDocuments } from '../../scripts/write-openapi.ts';
import { recordAccountExamples } from './api-examples/account-story.ts';
import { recordCatalogueExamples } from './api-examples/catalogue-story.ts';
import { recordCollectorExamples } from './api-examples/collector-story.ts';
import { openMailbox } from './api-examples/mailbox.ts';
import { openRecorder, type ApiExample, type ApiExamples, type Recorder } from './api-examples/recorder.ts';
import { withoutChance } from './api-examples/tidy-example.ts';

const MINUTE = 60_000;
const packages = resolve(import.meta.dirname, '../../packages');
const fileOf = (service: string) => join(packages, `${service}-client/src/documentation/examples.json`);

let dataDir = '';
let run: Run;
let recorded: Record<'catalogue' | 'collection', ApiExamples>;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'kitroom-examples-'));
  const now = new Date();
  run = await npmStart(dataDir);
  const documents = buildDocuments();
  const [catalogueUrl, collectionUrl] = [run.catalogue, run.collection].map((url) =>
    url.replace(/\/api$/, ''),
  );
  const catalogue = openRecorder({
    baseUrl: catalogueUrl ?? '',
    contracts: CATALOGUE_CONTRACTS,
    document: documents.catalogue,
  });
  await recordCatalogueExamples(catalogue);
  const service = {
    baseUrl: collectionUrl ?? '',
    contracts: COLLECTION_CONTRACTS,
    document: documents.collection,
  };
  const [account, collector] = [openRecorder(service), openRecorder(service)];
  await recordAccountExamples(account, openMailbox(join(dataDir, 'mail')));
  const token = /^ +token +(\S+)$/m.exec(run.text())?.[1] ?? '';
  await recordCollectorExamples(collector, { token, since: await settleDemo(openRecorder(service), token) });
  const ofCollection = { ...collector.examples(), ...account.examples() };
  const tidied = JSON.stringify({
    catalogue: catalogue.examples(),
    collection: { ...ofCollection, ...ofProviders(ofCollection['login']) },
  })
    .replaceAll(catalogueUrl ?? '', 'https://kits.example.org')
    .replaceAll(collectionUrl ?? '', 'https://collection.example.org')
    .replaceAll(/\bShowcase +(\S+)/.exec(run.text())?.[1] ?? '', 'https://shirts.example.org')
    .replaceAll(/http:\/\/(?:localhost|127\.0\.0\.1):\d+/g, 'https://archive.example.org')
    .replaceAll(/data:image\/svg[^"]*/g, 'https://kits.example.org/logo.svg');
  const both = JSON.parse(tidied) as typeof recorded;
  // Recorded separately, so that changes of one service leave the other's examples unchanged.
  recorded = {
    catalogue: keepRandom(withoutChance(both.catalogue, now)),
    collection: withoutChance(both.collection, now),
  };
}, 6 * MINUTE);

afterAll(async () => {
  await run?.interrupt();
  rmSync(dataDir, { recursive: true, force: true });
}, MINUTE);

/**
 * Waits until the photos of the demo collection have all their sizes, as their order of completion is random.
 * Returns the position after all of these changes.
 */
async function settleDemo(recorder: Recorder, token: string): Promise<string> {
  let position = '';
  await eventually(async () => {
    const { body } = await recorder.call('listItemChanges', {
      query: { after: '0', limit: 1000 },
      headers: { Authorization: `Token ${token}` },
    });
    expect(JSON.stringify(body)).not.toContain('"image_avif":null');
    expect(body.has_more).toBe(false);
    position = body.next;
  }, MINUTE);
  return position;
}

/** Lists in random order keep the entries of the stored examples, as long as these have the same fields. */
function keepRandom(examples: ApiExamples): ApiExamples {
  const stored = readStored('catalogue');
  const kept = ['listRandomClubs', 'listRandomKits'].filter(
    (id) => JSON.stringify(listPlaces(stored[id])) === JSON.stringify(listPlaces(examples[id])),
  );
  return { ...examples, ...Object.fromEntries(kept.map((id) => [id, stored[id]])) } as ApiExamples;
}

function readStored(service: string): ApiExamples {
  return JSON.parse(readFileSync(fileOf(service), 'utf8')) as ApiExamples;
}

/** `npm start` has no provider; the answer of the last step is that of `login`. */
function ofProviders(login: ApiExample | undefined): ApiExamples {
  const params = { provider: 'google' };
  return {
    startSocialLogin: { params, responses: {} },
    finishSocialLogin: { params, responses: {} },
    unlinkSocialProvider: { params, responses: {} },
    finishLogin: { body: { code: '123456' }, responses: login?.responses ?? {} },
  };
}

/** Lists the paths of all fields of a value, without their contents. */
function listPlaces(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [path];
  const isList = Array.isArray(value);
  return [
    ...new Set(
      Object.entries(value).flatMap(([key, entry]) => listPlaces(entry, `${path}.${isList ? '' : key}`)),
    ),
  ].toSorted();
}

describe.each(['catalogue', 'collection'] as const)('the stored API examples of the %s', (service) => {
  // To write them: UPDATE_EXAMPLES=true npm run test:slow -- api-examples, then npm run -s openapi
  it('equal a new recording', async () => {
    const file = fileOf(service);
    if (process.env['UPDATE_EXAMPLES'] === 'true') {
      const options = { ...(await resolveConfig(file)), filepath: file };
      writeFileSync(file, await format(JSON.stringify(recorded[service]), options));
    }
    const stored = readStored(service);
    expect(Object.keys(recorded[service]).toSorted()).toEqual(Object.keys(stored).toSorted());
    for (const [id, example] of Object.entries(stored)) {
      expect({ id, example: recorded[service][id] }).toEqual({ id, example });
    }
  });
});
