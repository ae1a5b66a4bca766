import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CATALOGUE_CONTRACTS } from '@kitroom/catalogue-client';
import { COLLECTION_CONTRACTS } from '@kitroom/collection-client';
import { format, resolveConfig } from 'prettier';
import { buildDocuments } from '../../scripts/write-openapi.ts';
import { tellAccountStory } from './api-examples/account-story.ts';
import { tellCatalogueStory } from './api-examples/catalogue-story.ts';
import { tellCollectorStory } from './api-examples/collector-story.ts';
import { openRecorder, type ApiExample, type ApiExamples } from './api-examples/recorder.ts';
import { openMailbox } from '../fuzz/mailbox.ts';
import { npmStart, type Run } from '@kitroom/testing/npm-start';

const MINUTE = 60_000;
const packages = resolve(import.meta.dirname, '../../packages');
const fileOf = (service: string) => join(packages, `${service}-client/src/documentation/examples.json`);

let dataDir = '';
let run: Run;
let recorded: Record<'catalogue' | 'collection', ApiExamples>;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'kitroom-examples-'));
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
  await tellCatalogueStory(catalogue);
  const service = {
    baseUrl: collectionUrl ?? '',
    contracts: COLLECTION_CONTRACTS,
    document: documents.collection,
  };
  const [account, collector] = [openRecorder(service), openRecorder(service)];
  await tellAccountStory(account, openMailbox(join(dataDir, 'mail')));
  await tellCollectorStory(collector, /^ +token +(\S+)$/m.exec(run.text())?.[1] ?? '');
  const both = { ...collector.examples(), ...account.examples() };
  const tidied = JSON.stringify({
    catalogue: catalogue.examples(),
    collection: { ...both, ...ofProviders(both['login']) },
  })
    .replaceAll(catalogueUrl ?? '', 'https://kits.example.org')
    .replaceAll(collectionUrl ?? '', 'https://collection.example.org')
    .replaceAll(/\bShowcase +(\S+)/.exec(run.text())?.[1] ?? '', 'https://shirts.example.org')
    .replaceAll(/http:\/\/(?:localhost|127\.0\.0\.1):\d+/g, 'https://archive.example.org')
    .replaceAll(/data:image\/svg[^"]*/g, 'https://kits.example.org/logo.svg');
  recorded = JSON.parse(tidied) as typeof recorded;
}, 6 * MINUTE);

afterAll(async () => {
  await run?.interrupt();
  rmSync(dataDir, { recursive: true, force: true });
}, MINUTE);

/** `npm start` has no provider; the answer of the last step is that of `login`. */
function ofProviders(login: ApiExample | undefined): ApiExamples {
  const params = { provider: 'google' };
  return {
    startSocialLogin: { params, answers: {} },
    finishSocialLogin: { params, answers: {} },
    unlinkSocialProvider: { params, answers: {} },
    finishLogin: { body: { code: '123456' }, answers: login?.answers ?? {} },
  };
}

/** All places of a value where something stands, without what stands there. */
function listPlaces(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [path];
  const isList = Array.isArray(value);
  return [
    ...new Set(
      Object.entries(value).flatMap(([key, entry]) => listPlaces(entry, `${path}.${isList ? '' : key}`)),
    ),
  ].toSorted();
}

describe.each(['catalogue', 'collection'] as const)('the examples of the %s', (service) => {
  // To write them: UPDATE_EXAMPLES=true npm run test:slow -- api-examples, then npm run -s openapi
  it('are what a new `npm start` answers', async () => {
    const file = fileOf(service);
    if (process.env['UPDATE_EXAMPLES'] === 'true') {
      const options = { ...(await resolveConfig(file)), filepath: file };
      writeFileSync(file, await format(JSON.stringify(recorded[service]), options));
    }
    const stored = JSON.parse(readFileSync(file, 'utf8')) as ApiExamples;
    expect(Object.keys(recorded[service]).toSorted()).toEqual(Object.keys(stored).toSorted());
    for (const [id, example] of Object.entries(stored)) {
      expect({ id, places: listPlaces(recorded[service][id]) }).toEqual({ id, places: listPlaces(example) });
    }
  });
});
