import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { COLLECTION_CONTRACTS } from '@kitroom/collection-client';
import { useStatementFailures } from '@kitroom/testing/statement-failures';
import { CREDENTIALS } from './privacy-rules.ts';
import { addOneOfEach } from './sample-records.ts';
import { openBrowser, type TestBrowser } from './test-browser.ts';
import { useCollection, type ApiResponse } from './test-collection.ts';
import { addCollector, withToken, type Collector } from './test-users.ts';

const collection = useCollection({ WORKER: 'false', THROTTLE_LOGIN: '10000/300' });
const failures = useStatementFailures();

let user: Collector;
let browser: TestBrowser;
let toPath: (path: string) => string;

beforeAll(async () => {
  user = await addCollector(collection);
  browser = openBrowser(collection);
  await browser.signIn(user.username);
  toPath = await addOneOfEach(collection, user);
});

function send(id: string, path: string): Promise<ApiResponse> {
  const needs = CREDENTIALS[id];
  if (needs === 'none') return collection.request(path);
  if (needs === 'session' || needs === 'fresh-session') return browser.request(path);
  return collection.request(path, { headers: withToken(user.token) });
}

/** No read executes more statements. */
const STATEMENTS_MAX = 20;
const reads = COLLECTION_CONTRACTS.filter(({ method, responses }) => method === 'GET' && 503 in responses);

describe('a read whose database connection ends', () => {
  afterEach(failures.failNothing);

  it.each(reads)('receives 503 whichever statement fails: GET $path', async ({ id, path, responses }) => {
    const isFile = responses[200]?.contentType !== undefined;
    const statuses: Array<[status: unknown, sql: string]> = [];
    for (let number = 1; number <= STATEMENTS_MAX; number += 1) {
      const failed = failures.failStatement(collection.database.name, number);
      const status = await send(id, toPath(path)).then(
        (response) => response.status,
        // A response that has started is cut off, which clients detect.
        (error: Error) => (isFile && number > 1 ? 503 : error),
      );
      if (failed.sql === undefined) break;
      statuses.push([status, failed.sql]);
    }
    expect(statuses).toEqual(statuses.map(([, sql]) => [503, sql]));
    expect(statuses.length).toBeLessThan(STATEMENTS_MAX);
    expect(statuses.length > 0 || CREDENTIALS[id] === 'none').toBe(true);
  });
});
