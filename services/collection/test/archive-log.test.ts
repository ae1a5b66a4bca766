import { describe, expect, it } from '@jest/globals';
import { closeDatabase, openDatabase, query } from '@kitroom/server/database/database';
import { enqueue } from '@kitroom/server/jobs/jobs';
import { eventually } from '@kitroom/testing/eventually';
import { startTestService } from '@kitroom/testing/test-processes';
import { useService } from '@kitroom/testing/use-service';
import { responding, respondingWithError, useStandInCatalogue } from './stand-in-catalogue.ts';
import { useCollectionDatabase } from './test-collection.ts';

const database = useCollectionDatabase();
const catalogue = useStandInCatalogue();
const service = useService(async () => {
  const started = await startTestService('collection', {
    DATABASE_URL: database.url,
    CATALOGUE_URL: catalogue.url,
    CATALOGUE_API_KEY: 'its-secret-key',
  });
  return { ...started, close: async () => void (await started.kill()) };
});

/** Sends a request to the archive; returns the log line about the catalogue with the request's id. */
async function findLine(id: string, words: string): Promise<Record<string, unknown>> {
  const response = await fetch(`${service.url}/archive/kits/7/`, { headers: { 'X-Request-Id': id } });
  expect(response.status).toBe(503);
  const line = await service.waitForLine(
    (text) => text.includes(`"requestId":"${id}"`) && text.includes(words),
  );
  return JSON.parse(line) as Record<string, unknown>;
}

describe('the log of catalogue failures', () => {
  it.each([
    [401, 'Invalid API key'],
    [403, 'Rate limit exceeded. Please try again later.'],
  ])(
    'has an error without the API key if the catalogue rejects the service with %i',
    async (status, detail) => {
      catalogue.setBehaviour(respondingWithError(status, detail));
      expect(await findLine(`refused-${status}`, 'CATALOGUE_API_KEY')).toMatchObject({
        level: 'error',
        err: { code: 'http', status, detail },
      });
      expect(service.lines().join('\n')).not.toContain('its-secret-key');
    },
  );

  it('has a warning and no error if the catalogue is unavailable', async () => {
    catalogue.setBehaviour(respondingWithError(500, 'Away.'));
    expect(await findLine('away-1', 'catalogue request failed')).toMatchObject({ level: 'warn' });
    const levels = service.logs().map(({ level, requestId }) => (requestId === 'away-1' ? level : ''));
    expect(levels).not.toContain('error');
  });

  it.each([
    [503, 'the catalogue is unavailable; pausing'],
    [429, 'rate-limited by the catalogue; pausing'],
  ])('has the reason why the references job pauses: %i', async (status, words) => {
    const db = openDatabase({
      url: database.url,
      poolMax: 1,
      applicationName: 'test',
      statementTimeoutMs: null,
    });
    try {
      catalogue.setBehaviour(responding({ detail: 'Later.' }, status, { 'Retry-After': '1' }));
      await query(db, 'insert into brands (id) values (77) on conflict (id) do nothing');
      // Enqueued repeatedly, because the job may still pause after the previous response.
      await eventually(async () => {
        await enqueue(db, 'references', 'all');
        expect(service.logs()).toContainEqual(expect.objectContaining({ level: 'warn', msg: words }));
      }, 20_000);
    } finally {
      await closeDatabase(db);
    }
  });
});
