import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { OpenAPIV3 } from 'openapi-types';

/** A response that the OpenAPI document of a service declares. */
export interface DocumentedResponse {
  /** The id of its contract. */
  id: string;
  status: number;
}

/**
 * A status that other tests cover, because one mechanism sends it or because provoking it takes many steps.
 */
export interface ReceivedElsewhere {
  status: number;
  /** The test files, from the root of the repository: for each kind of contract, one receives it. */
  tests: readonly string[];
  /** The contracts. Default: all, because one mechanism sends the status for them. */
  ids?: readonly string[];
}

/** How the tests of a service cover its documented responses. */
export interface ResponseCoverage {
  /** Responses that the test's own cases cover. */
  cases: readonly DocumentedResponse[];
  elsewhere: readonly ReceivedElsewhere[];
  /** Reasons why responses cannot be provoked, by id and status, such as `getRoot 500`. */
  unprovoked: Readonly<Record<string, string>>;
}

const ROOT = resolve(import.meta.dirname, '../../..');

const toKey = ({ id, status }: DocumentedResponse) => `${id} ${status}`;

/** Lists all responses that a document declares, in its order. */
export function listDocumentedResponses({ paths }: OpenAPIV3.Document): DocumentedResponse[] {
  return Object.values(paths).flatMap((item = {}) =>
    (Object.values(item) as OpenAPIV3.OperationObject[]).flatMap(({ operationId: id = '', responses }) =>
      Object.keys(responses).map((status) => ({ id, status: Number(status) })),
    ),
  );
}

/**
 * Finds documented responses that no test receives, entries for responses that are not documented, and test
 * files that do not exist or never mention the status of their error or redirect.
 */
export function findCoverageMistakes(
  documented: readonly DocumentedResponse[],
  { cases, elsewhere, unprovoked }: ResponseCoverage,
): string[] {
  const known = new Set(documented.map(toKey));
  const named = elsewhere.flatMap(({ status, ids = [] }) => ids.map((id) => toKey({ id, status })));
  const listed = new Set([...cases.map(toKey), ...named, ...Object.keys(unprovoked)]);
  const general = new Set(elsewhere.flatMap(({ status, ids }) => (ids ? [] : [status])));
  const missing = documented.filter(
    (response) => !general.has(response.status) && !listed.has(toKey(response)),
  );
  return [
    ...missing.map((response) => `no test receives ${toKey(response)}`),
    ...[...listed].filter((key) => !known.has(key)).map((key) => `${key} is not documented`),
    ...cases
      .filter((response) => toKey(response) in unprovoked)
      .map((response) => `${toKey(response)} is provoked by a case`),
    ...elsewhere.flatMap(({ status, tests }) =>
      tests.filter((file) => !mentions(file, status)).map((file) => `${file} does not receive ${status}`),
    ),
  ];
}

function mentions(file: string, status: number): boolean {
  const path = join(ROOT, file);
  // Tests compare successes in several ways, `status < 300` among them.
  if (status < 300) return existsSync(path);
  return existsSync(path) && new RegExp(String.raw`\b${status}\b`).test(readFileSync(path, 'utf8'));
}
