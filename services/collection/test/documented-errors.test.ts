import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { COLLECTION_CONTRACTS } from '@kitroom/collection-client';
import type { Contract } from '@kitroom/shared';
import { findCoverageMistakes, listDocumentedResponses } from '@kitroom/testing/documented-responses';
import { useService } from '@kitroom/testing/use-service';
import { collectionDocument } from '../src/openapi.ts';
import { CREDENTIALS } from './privacy-rules.ts';
import { connectRaw, head } from './raw-request.ts';
import { addOneOfEach } from './sample-records.ts';
import { STATUSES_TESTED_ELSEWHERE } from './statuses-tested-elsewhere.ts';
import { openSignedIn } from './test-accounts.ts';
import type { TestBrowser } from './test-browser.ts';
import { startTestCollection, useCollection } from './test-collection.ts';
import { tokenOf, withToken } from './test-users.ts';

const collection = useCollection({ WORKER: 'false' });
/** Each of its limits allows one anonymous request an hour. */
const limited = useService(() =>
  startTestCollection(collection.database, {
    THROTTLE_ANON: '1/3600',
    THROTTLE_ARCHIVE: '1/3600',
    THROTTLE_SHARED: '1/3600',
  }),
);
let browser: TestBrowser;
let token: string;
let toPath: (path: string) => string;

beforeAll(async () => {
  const signedIn = await openSignedIn(collection);
  browser = signedIn.browser;
  token = await tokenOf(collection, signedIn.user);
  const ofOneOfEach = await addOneOfEach(collection, { ...signedIn.user, token });
  toPath = (path) => ofOneOfEach(path.replace('/sessions/{id}', `/sessions/${NO_SESSION}`));
  await mkdir(join(collection.mediaRoot, 'exports'), { recursive: true });
  await writeFile(join(collection.mediaRoot, 'exports/a.zip'), 'the file of an export');
  for (const path of ['/api/limits/', '/archive/filters/?filter_type=brand', '/api/shared/x/']) {
    await limited.request(path);
  }
});

/** An unknown session id. Strings in another format are always 404, before other errors are checked. */
const NO_SESSION = '00000000-0000-4000-8000-000000000000';

interface Sent {
  body?: string;
  headers?: Record<string, string>;
}

/** Sends a request with the credentials that its endpoint needs. */
function send({ id, method }: Contract, path: string, { body, headers = {} }: Sent = {}) {
  const ofBrowser = OF_BROWSERS.includes(CREDENTIALS[id] ?? 'none');
  const all = {
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
    ...(!ofBrowser && withToken(token)),
    ...headers,
  };
  const init = { method, headers: all, ...(body !== undefined && { body }) };
  return (ofBrowser ? browser : collection).request(path, init);
}

const OF_BROWSERS = ['none', 'session', 'fresh-session', 'fresh-session-with-code'];
const STRICT = { headers: { Prefer: 'handling=strict' } };
const OTHER_TYPE = { body: 'x', headers: { 'Content-Type': 'text/x-nothing' } };
const FORM = 'multipart/form-data; boundary=x';

/** How to provoke each status that depends on a contract's input or that one mechanism sends. */
const PROVOKED: Readonly<Record<number, (contract: Contract) => Promise<{ status: number }>>> = {
  200: (contract) => send(contract, `${toPath(contract.path)}${QUERIES[contract.id] ?? ''}`),
  206: (contract) => send(contract, toPath(contract.path), { headers: { Range: 'bytes=0-2' } }),
  304: async (contract) => {
    const path = `${toPath(contract.path)}${QUERIES[contract.id] ?? ''}`;
    const { headers } = await send(contract, path);
    return send(contract, path, { headers: { 'If-None-Match': headers.get('ETag') ?? '' } });
  },
  400: (contract) =>
    contract.body && !contract.file
      ? send(contract, toPath(contract.path), { body: '{"na' })
      : send(contract, `${toPath(contract.path)}?nothing=1`, STRICT),
  401: ({ method, path }) => collection.request(toPath(path), { method }),
  404: (contract) =>
    contract.params
      ? send(
          contract,
          contract.path.replaceAll(/\{\w+\}/g, UNKNOWN[contract.id] ?? '2147483647'),
          BODIES[contract.id],
        )
      : send(contract, `${contract.path}?page=999`),
  409: async (contract) => {
    await collection.db('imports').update({ status: 'undoing' });
    const response = await send(contract, toPath(contract.path), BODIES[contract.id]);
    await collection.db('imports').update({ status: 'review' });
    return response;
  },
  410: (contract) => send(contract, `${toPath(contract.path)}?after=999999999`),
  413: (contract) =>
    contract.file
      ? announce(contract, toPath(contract.path), 6 * 1024 ** 3)
      : send(contract, toPath(contract.path), { body: 'x'.repeat(1_100_000) }),
  415: (contract) => send(contract, toPath(contract.path), OTHER_TYPE),
  416: (contract) => send(contract, toPath(contract.path), { headers: { Range: 'bytes=999-' } }),
  429: ({ method, path }) => limited.request(toPath(path), { method }),
};

/** Sends the head of a request with a form of this size, without the body. */
async function announce({ method }: Contract, path: string, bytes: number): Promise<{ status: number }> {
  const raw = await connectRaw(collection.url);
  raw.send(head(method, path, { ...withToken(token), 'Content-Type': FORM, 'Content-Length': bytes }));
  const response = await raw.response();
  raw.socket.destroy();
  return response;
}

/** Query strings required to avoid a 400. */
const QUERIES: Readonly<Record<string, string>> = { listArchiveFilters: '?filter_type=brand' };

/** Bodies required to avoid a 400, which is checked before 404 and 409. */
const BODIES: Readonly<Record<string, { body: string }>> = {
  unlockShared: { body: '{"password":"a"}' },
  patchImport: { body: '{}' },
  patchImportRow: { body: '{"skip":true}' },
  patchImportRows: { body: '{"field":"name","skip":true}' },
  resolveImport: { body: '{"field":"brand","text":"a","id":1}' },
};

/** Unknown ids for paths where 2147483647 is not an id, or would be passed on to the catalogue. */
const UNKNOWN: Readonly<Record<string, string>> = {
  endSession: NO_SESSION,
  listArchiveSeasons: 'x',
  listArchiveKits: 'x',
  getArchiveKit: 'x',
};

const documented = listDocumentedResponses(collectionDocument());
const isElsewhere = (contract: string, code: number) =>
  STATUSES_TESTED_ELSEWHERE.some(({ status, ids }) => status === code && (!ids || ids.includes(contract)));
const cases = COLLECTION_CONTRACTS.flatMap((contract) =>
  documented
    .filter(({ id, status }) => id === contract.id && !isElsewhere(id, status))
    .flatMap(({ status }) => {
      const provoke = PROVOKED[status];
      return provoke ? [{ ...contract, status, provoke: () => provoke(contract) }] : [];
    }),
);

describe('a documented response', () => {
  it('is covered by a case in this file or by another test', () => {
    const coverage = { cases, elsewhere: STATUSES_TESTED_ELSEWHERE, unprovoked: {} };
    expect(findCoverageMistakes(documented, coverage)).toEqual([]);
  });

  it.each(cases)('occurs: $method $path, $status', async ({ status, provoke }) => {
    expect((await provoke()).status).toBe(status);
  });
});
