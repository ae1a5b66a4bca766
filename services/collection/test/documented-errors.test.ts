import { beforeAll, describe, expect, it } from '@jest/globals';
import { COLLECTION_CONTRACTS } from '@kitroom/collection-client';
import type { Contract } from '@kitroom/shared';
import { addOneOfEach } from './one-of-each.ts';
import { CREDENTIALS } from './privacy-rules.ts';
import { openSignedIn } from './test-accounts.ts';
import type { TestBrowser } from './test-browser.ts';
import { useCollection } from './test-collection.ts';
import { tokenOf, withToken } from './test-users.ts';

const collection = useCollection({ WORKER: 'false' });
let browser: TestBrowser;
let token: string;
let toPath: (path: string) => string;

beforeAll(async () => {
  const signedIn = await openSignedIn(collection);
  browser = signedIn.browser;
  token = await tokenOf(collection, signedIn.user);
  toPath = await addOneOfEach(collection, { ...signedIn.user, token });
});

/** Sends a request with the credentials that its endpoint needs. */
async function send(
  { id, method }: Contract,
  path: string,
  { body, headers = {} }: { body?: string; headers?: Record<string, string> } = {},
): Promise<number> {
  const ofBrowser = ['none', 'session', 'fresh-session'].includes(CREDENTIALS[id] ?? '');
  const all = {
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
    ...(!ofBrowser && withToken(token)),
    ...headers,
  };
  const init = { method, headers: all, ...(body !== undefined && { body }) };
  return (await (ofBrowser ? browser : collection).request(path, init)).status;
}

const STRICT = { headers: { Prefer: 'handling=strict' } };
const OTHER_TYPE = { body: 'x', headers: { 'Content-Type': 'text/x-nothing' } };

/** How each status is provoked that follows from the input of a contract, or that one mechanism sends. */
const PROVOKED: Readonly<Record<number, (contract: Contract) => Promise<number>>> = {
  400: (contract) =>
    contract.body
      ? send(contract, toPath(contract.path), { body: '{"na' })
      : send(contract, `${toPath(contract.path)}?nothing=1`, STRICT),
  404: (contract) =>
    contract.params
      ? send(contract, contract.path.replaceAll(/\{\w+\}/g, '2147483647'), UNNEEDED[contract.id])
      : send(contract, `${contract.path}?page=999`),
  413: (contract) => send(contract, toPath(contract.path), { body: 'x'.repeat(2 * 1024 * 1024) }),
  415: (contract) => send(contract, toPath(contract.path), OTHER_TYPE),
};

/** Bodies without which a request is 400 before it is 404. */
const UNNEEDED: Readonly<Record<string, { body: string }>> = { unlockShared: { body: '{"password":"a"}' } };

/** Files: what is wrong with them, photo-refusals.test.ts and account-avatar.test.ts send. */
const isFile = ({ file }: Contract, status: number) => file !== undefined && status !== 404 && status !== 415;
/** Needs the code of a second factor: second-factor.test.ts. */
const needsCode = ({ access }: Contract) => access === 'fresh-session-with-code';
/** Needs a catalogue that responds: archive-responses.test.ts. */
const isOfArchive = ({ path }: Contract, status: number) => path.startsWith('/archive/') && status === 404;

const cases = COLLECTION_CONTRACTS.flatMap((contract) =>
  Object.entries(PROVOKED)
    .map(([status, provoke]) => ({ status: Number(status), provoke }))
    .filter(({ status }) => status in contract.responses)
    .filter(
      ({ status }) => ![isFile, needsCode, isOfArchive].some((isElsewhere) => isElsewhere(contract, status)),
    )
    .map(({ status, provoke }) => ({ ...contract, status, provoke: () => provoke(contract) })),
);

describe('a documented error', () => {
  it.each(cases)('is received: $method $path, $status', async ({ status, provoke }) => {
    expect(await provoke()).toBe(status);
  });
});
