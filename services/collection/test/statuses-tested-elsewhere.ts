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

/** The ids of changing contracts that document a status, except for some. */
const changesWith = (status: number, ...excluded: string[]) =>
  CHANGES.filter(({ id, responses }) => status in responses && !excluded.includes(id)).map(({ id }) => id);

/**
 * Statuses that other tests receive: for all contracts if one mechanism sends them, otherwise for the listed
 * contracts.
 */
export const STATUSES_TESTED_ELSEWHERE: readonly ReceivedElsewhere[] = [
  // A change succeeds when no statement fails; that file requires a case for each contract that writes.
  ...[200, 201, 202, 204].map((status) => ({
    status,
    tests: inTests('atomic-requests.slow'),
    ids: changesWith(status, 'unlockShared'),
  })),
  { status: 204, tests: inTests('shared-password'), ids: ['unlockShared'] },
  { status: 302, tests: inTests('social'), ids: ['startSocialLogin', 'finishSocialLogin'] },
  // Only in debug mode.
  ...[200, 400].map((status) => ({ status, tests: inTests('errors'), ids: ['getDocs'] })),
  // These need a catalogue that responds.
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
  // The first requests of front ends are counted only if they start a session or have an unknown token.
  { status: 429, tests: inTests('throttles'), ids: ['getCsrfToken'] },
  { status: 429, tests: inTests('unknown-tokens'), ids: ['getSession'] },
  // Read-only tokens, the wrong kind of credentials, private records, forgery, and providers.
  { status: 403, tests: inTests('token-scopes', 'privacy-matrix', 'account-forgery', 'social-linking') },
  // One timer serves all bodies.
  {
    status: 408,
    tests: ['packages/server/src/http/body-progress.test.ts', ...inTests('photo-slow-uploads')],
  },
  { status: 409, tests: inTests('idempotency'), ids: KEYED },
  // One function makes five attempts for both.
  { status: 409, tests: inTests('user-share'), ids: ['putItem', 'patchItem'] },
  { status: 409, tests: inTests('imports', 'import-uploads'), ids: ['createImport'] },
  { status: 412, tests: inTests('if-match'), ids: changesWith(412) },
  { status: 422, tests: inTests('idempotency'), ids: KEYED },
  // One error handler serves all endpoints. A lost connection is 503 in each endpoint that reads; any other
  // error is 500, as when a statement of a change fails.
  { status: 500, tests: inTests('atomicity', 'atomic-requests.slow', 'admin-editing') },
  { status: 503, tests: inTests('failing-reads', 'authentication', 'idempotency-failures') },
];
