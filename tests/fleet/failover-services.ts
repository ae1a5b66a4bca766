import { randomBytes } from 'node:crypto';
import { expect } from '@jest/globals';
import { createCollectionClient, type CollectionClient } from '@kitroom/collection-client';
import { queryOnce } from '@kitroom/devstack/query-once';
import { eventually } from '@kitroom/testing/eventually';
import { reserveTestPort } from '@kitroom/testing/test-ports';
import { startTestService } from '@kitroom/testing/test-processes';
import { countReads } from './count-reads.ts';
import { compareWithLedger, startFailoverLoad, type FailoverLoad } from './failover-load.ts';
import { issueToken, openBothServices, signUp } from './open-both-services.ts';
import { watchPrimary, type PrimaryWatch } from './watch-primary.ts';

/** Both services under load on a database whose primary is about to change. */
export interface FailoverServices {
  /** The user whose items the load writes and reads. */
  client: CollectionClient;
  load: FailoverLoad;
  watch: PrimaryWatch;
  /**
   * Expects that both services have worked since two seconds after a failover, and that their processes
   * receive notifications.
   */
  expectRecovery(movedAt: number): Promise<void>;
  /** The result of `countReads` for one process of the collection service. */
  countReads(): Promise<Record<string, number>>;
  /** Expects that a write returns 503 after the statement timeout if the synchronous standby is lost. */
  expectUnavailableWrite(): Promise<void>;
  /**
   * Stops the load. Expects that no write was lost and that every response was a success or a 503 with
   * Retry-After.
   */
  expectCompleteLedger(): Promise<void>;
  close(): Promise<void>;
}

const RECOVERY_MS = 2000;
/**
 * PostgreSQL cancels a statement that waits for a lock after ten seconds. It does not cancel a commit; the
 * service stops waiting for a commit two seconds later.
 */
const STATEMENT_MS = 10_000;
const SUCCESSES = 150;
/**
 * How long a worker or cache takes to handle a notification on a busy machine. Without notifications, it
 * polls every five seconds.
 */
const NOTIFIED_MS = 1000;
/** Several in a row, so that polling cannot explain the fast start of all of them. */
const EXPORTS = 3;

/**
 * Starts a catalogue, two processes of the collection service, and their load. `urlOf` returns the URL of a
 * database, and `variablesOf` further variables for connecting to it.
 */
export async function openFailoverServices(
  urlOf: (database: string) => string,
  variablesOf: (database: string) => Record<string, string> = () => ({}),
): Promise<FailoverServices> {
  const createDatabase = async () => {
    const name = `kitroom_${randomBytes(4).toString('hex')}`;
    await queryOnce(urlOf('postgres'), `create database ${name}`);
    return { url: urlOf(name), drop: async () => {} };
  };
  const connect = (url: string) => ({ DATABASE_URL: url, ...variablesOf(new URL(url).pathname.slice(1)) });
  const both = await openBothServices({ RATE_LIMIT_REQUESTS: '1000000' }, undefined, {
    createDatabase,
    connect,
  });
  const metricsPort = await reserveTestPort();
  const start = (env = {}) => startTestService('collection', { ...both.collectionEnv, ...env });
  const collections = await Promise.all([start({ METRICS_PORT: String(metricsPort) }), start()]);
  const catalogue = both.catalogue();
  const token = await issueToken(both, collections[0]);
  const client = createCollectionClient({ baseUrl: collections[0].url, token, retries: 0 });
  const visitor = await signUp(both, collections[1]);
  const load = startFailoverLoad({
    collections: collections.map(({ url }) => url),
    catalogue: catalogue.url,
    token,
    catalogueKey: both.collectionEnv.CATALOGUE_API_KEY ?? '',
  });
  const watch = await watchPrimary(urlOf('postgres'));
  const { DATABASE_URL: catalogueDatabase } = both.catalogueEnv;
  const { DATABASE_URL: collectionDatabase } = both.collectionEnv;

  /** Expects that another process's writes are visible without delay. */
  async function expectCurrentCatalogue(): Promise<void> {
    const name = `Brand ${randomBytes(4).toString('hex')}`;
    await queryOnce(catalogueDatabase ?? '', 'insert into brands (slug, name) values ($1, $1)', [name]);
    await eventually(async () => {
      const response = await fetch(`${catalogue.url}/api/brands/search?keyword=${name}`, {
        headers: { 'X-API-Key': both.collectionEnv.CATALOGUE_API_KEY ?? '' },
      });
      expect(await response.json()).toMatchObject([{ name }]);
    }, 2 * NOTIFIED_MS);
  }

  async function expectNotifiedWorkers(): Promise<void> {
    for (let count = 0; count < EXPORTS; count += 1) {
      const { id } = await visitor.exports.create();
      const find = () => visitor.exports.get({ id });
      await eventually(async () => expect((await find()).status).not.toBe('waiting'), NOTIFIED_MS);
      await eventually(async () => expect((await find()).status).toBe('done'));
    }
  }

  /** Returns the first of these responses and the last logged errors, which most likely explain them. */
  function explain(responses: readonly object[]): object[] {
    if (responses.length === 0) return [];
    const logs = [catalogue, ...collections].flatMap((service) => service.logs());
    return [...responses.slice(0, 3), ...logs.filter(({ level }) => level === 'error').slice(-3)];
  }

  return {
    client,
    load,
    watch,
    expectRecovery: async (movedAt) => {
      await load.untilSuccesses(SUCCESSES);
      expect(explain(load.listFailuresAfter(movedAt + RECOVERY_MS))).toEqual([]);
      await expectNotifiedWorkers();
      await expectCurrentCatalogue();
      expect(explain(load.listFailuresAfter(movedAt + RECOVERY_MS))).toEqual([]);
      expect(explain(load.listViolations())).toEqual([]);
    },
    countReads: () => countReads(metricsPort),
    expectUnavailableWrite: async () => {
      const sentAt = performance.now();
      const created = client.items.create(
        { item_type: 'pants', is_draft: true, name: 'Without a standby' },
        { timeoutMs: 2 * STATEMENT_MS },
      );
      await expect(created).rejects.toMatchObject({ status: 503 });
      expect(performance.now() - sentAt).toBeGreaterThan(STATEMENT_MS - 500);
    },
    expectCompleteLedger: async () => {
      await load.stop();
      expect(explain(load.listViolations())).toEqual([]);
      const rows = await queryOnce<{ id: string; name: string }>(
        collectionDatabase ?? '',
        'select id, name from items',
      );
      const stored = new Map(rows.map(({ id, name }) => [Number(id), name]));
      expect(compareWithLedger(load.ledger, stored)).toEqual([]);
      expect(load.ledger.size).toBeGreaterThan(SUCCESSES);
    },
    close: async () => {
      await load.stop();
      await watch.stop();
      await Promise.all(collections.map((service) => service.kill('SIGKILL')));
      await both.close();
    },
  };
}
