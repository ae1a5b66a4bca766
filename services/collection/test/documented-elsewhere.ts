import { COLLECTION_CONTRACTS } from '@kitroom/collection-client';
import type { ReceivedElsewhere } from '@kitroom/testing/documented-responses';

const inTests = (...names: string[]) => names.map((name) => `services/collection/test/${name}.test.ts`);

const CHANGES = COLLECTION_CONTRACTS.filter(({ method }) => method !== 'GET');
const archive = COLLECTION_CONTRACTS.filter(
  ({ id, path }) => path.startsWith('/archive/') && id !== 'listArchiveFilters',
).map(({ id }) => id);
const KEYED = COLLECTION_CONTRACTS.filter(({ takesIdempotencyKey }) => takesIdempotencyKey).map(
  ({ id }) => id,
);
const SHARED = ['getShared', 'listSharedItems', 'getSharedItem', 'countSharedFacets'];

/** The changes that document a status, except for some. */
const changesWith = (status: number, ...others: string[]) =>
  CHANGES.filter(({ id, responses }) => status in responses && !others.includes(id)).map(({ id }) => id);

/**
 * Statuses that other tests receive: of all contracts where one mechanism sends them, otherwise of those that
 * are named.
 */
export const ELSEWHERE: readonly ReceivedElsewhere[] = [
  // A change succeeds once none of its statements fails; that file requires a case of each that writes.
  ...[200, 201, 202, 204].map((status) => ({
    status,
    tests: inTests('atomic-requests.slow'),
    ids: changesWith(status, 'unlockShared'),
  })),
  { status: 204, tests: inTests('shared-password'), ids: ['unlockShared'] },
  { status: 302, tests: inTests('social'), ids: ['startSocialLogin', 'finishSocialLogin'] },
  // In debug mode alone.
  ...[200, 400].map((status) => ({ status, tests: inTests('errors'), ids: ['getDocs'] })),
  // They need a catalogue that responds.
  { status: 200, tests: inTests('archive-responses'), ids: archive },
  { status: 304, tests: inTests('archive-responses'), ids: archive },
  {
    status: 404,
    tests: inTests('archive-responses'),
    ids: archive.filter((id) => id.startsWith('search')),
  },
  { status: 401, tests: inTests('second-factor-sign-in'), ids: ['login'] },
  { status: 401, tests: inTests('token-scopes'), ids: ['logout'] },
  { status: 401, tests: inTests('social-refused'), ids: ['finishLogin'] },
  { status: 401, tests: inTests('shared-password'), ids: SHARED },
  // The first requests of front ends are counted only if they begin a session or have an unknown token.
  { status: 429, tests: inTests('throttles'), ids: ['getCsrfToken'] },
  { status: 429, tests: inTests('unknown-tokens'), ids: ['getSession'] },
  // Tokens that may only read, the wrong kind of credentials, what is private, forgery, and providers.
  { status: 403, tests: inTests('token-scopes', 'privacy-matrix', 'account-forgery', 'social-linking') },
  // One timer for all bodies.
  {
    status: 408,
    tests: ['packages/server/src/http/body-progress.test.ts', ...inTests('photo-slow-uploads')],
  },
  { status: 409, tests: inTests('idempotency'), ids: KEYED },
  // Of one function, which has five attempts.
  { status: 409, tests: inTests('user-share'), ids: ['putItem', 'patchItem'] },
  { status: 409, tests: inTests('imports', 'import-uploads'), ids: ['createImport'] },
  { status: 412, tests: inTests('if-match'), ids: changesWith(412) },
  { status: 422, tests: inTests('idempotency'), ids: KEYED },
  // One error handler for all endpoints. A lost connection is 503, in each endpoint that reads; any other
  // error is 500, as in each change of which a statement fails.
  { status: 500, tests: inTests('atomicity', 'atomic-requests.slow', 'admin-editing') },
  { status: 503, tests: inTests('failing-reads', 'authentication', 'idempotency-failures') },
];
