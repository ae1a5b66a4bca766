import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CONTENT_TYPE_IDS, createCollectionClient } from '@kitroom/collection-client';
import { eventually } from '@kitroom/testing/eventually';
import { startTestService, type TestService } from '@kitroom/testing/test-processes';
import { takePicture } from '../take-picture.ts';
import { issueToken, openBothServices, type BothServices } from './open-both-services.ts';
import {
  KIND,
  openTraceReceiver,
  tracingEnv,
  type ReceivedSpan,
  type TraceReceiver,
} from './trace-receiver.ts';

const MINUTE = 60_000;
const SENT_MS = 30_000;

let both: BothServices;
let receiver: TraceReceiver;
let catalogue: TestService;
let collection: TestService;

beforeAll(async () => {
  [both, receiver] = await Promise.all([openBothServices(), openTraceReceiver()]);
  const env = tracingEnv(receiver);
  catalogue = await startTestService('catalogue', { ...both.catalogueEnv, ...env });
  collection = await startTestService('collection', {
    ...both.collectionEnv,
    ...env,
    CATALOGUE_URL: catalogue.url,
  });
}, 2 * MINUTE);

afterAll(async () => {
  await Promise.all([collection?.kill(), catalogue?.kill()]);
  await receiver?.close();
  await both?.close();
}, MINUTE);

/** Finds the log line about the end of the request with this id. */
async function findLine(service: TestService, id: string): Promise<Record<string, unknown>> {
  const text = await service.waitForLine(
    (line) => line.includes(`"requestId":"${id}"`) && line.includes('"responseTime"'),
  );
  return JSON.parse(text) as Record<string, unknown>;
}

/** Waits until each condition holds for a span of a trace, and returns its spans. */
async function waitForTrace(
  traceId: unknown,
  conditions: ReadonlyArray<(span: ReceivedSpan) => boolean>,
): Promise<ReceivedSpan[]> {
  let spans: ReceivedSpan[] = [];
  await eventually(async () => {
    spans = receiver.spans().filter((span) => span.traceId === traceId);
    expect(conditions.map((condition) => spans.some(condition))).toEqual(conditions.map(() => true));
  }, SENT_MS);
  return spans;
}

const isServerOf =
  (service: string) =>
  ({ service: spanService, kind }: ReceivedSpan) =>
    spanService === service && kind === KIND.server;

const isStatementOf =
  (service: string) =>
  ({ service: spanService, attributes }: ReceivedSpan) =>
    spanService === service && attributes['db.system.name'] === 'postgresql';

function find(spans: ReceivedSpan[], condition: (span: ReceivedSpan) => boolean): ReceivedSpan {
  const span = spans.find(condition);
  if (!span) throw new Error('there is no such span');
  return span;
}

describe('the trace of a request through the catalogue proxy', () => {
  let response: Response;
  let lines: Array<Record<string, unknown>>;
  let spans: ReceivedSpan[];

  beforeAll(async () => {
    const headers = { 'X-Request-Id': 'through-both' };
    response = await fetch(`${collection.url}/archive/clubs/search/?keyword=celtic&access_token=s3cret`, {
      headers,
    });
    lines = [await findLine(collection, 'through-both'), await findLine(catalogue, 'through-both')];
    spans = await waitForTrace(lines[0]?.['trace_id'], [
      isServerOf('kitroom-collection'),
      isServerOf('kitroom-catalogue'),
      isStatementOf('kitroom-catalogue'),
    ]);
  }, MINUTE);

  it('has the same request id and trace id in the logs of both services', () => {
    expect([response.status, response.headers.get('X-Request-Id')]).toEqual([200, 'through-both']);
    expect(lines.map((line) => line['requestId'])).toEqual(['through-both', 'through-both']);
    expect(lines[0]?.['trace_id']).toMatch(/^[0-9a-f]{32}$/);
    expect(lines[1]?.['trace_id']).toBe(lines[0]?.['trace_id']);
  });

  it('nests the spans of collection, client request, catalogue and PostgreSQL', () => {
    const server = find(spans, isServerOf('kitroom-collection'));
    const clientSpan = find(
      spans,
      ({ kind, attributes }) => kind === KIND.client && 'url.full' in attributes,
    );
    const serverSpan = find(spans, isServerOf('kitroom-catalogue'));
    const statements = spans.filter(isStatementOf('kitroom-catalogue'));
    expect(server).toMatchObject({
      name: 'GET /archive/clubs/search/',
      parentSpanId: undefined,
      attributes: { 'http.route': '/archive/clubs/search/', 'http.request.method': 'GET' },
    });
    expect(Number(server.attributes['http.response.status_code'])).toBe(200);
    expect(clientSpan).toMatchObject({
      service: 'kitroom-collection',
      name: 'GET /api/clubs/search',
      parentSpanId: server.spanId,
      attributes: { 'url.full': `${catalogue.url}/api/clubs/search` },
    });
    expect(serverSpan).toMatchObject({ name: 'GET /api/clubs/search', parentSpanId: clientSpan.spanId });
    expect(statements.length).toBeGreaterThan(0);
    for (const statement of statements) {
      expect(statement).toMatchObject({ kind: KIND.client, parentSpanId: serverSpan.spanId });
    }
  });

  it('contains no share token', async () => {
    const headers = { 'X-Request-Id': 'shared-link' };
    await fetch(`${collection.url}/api/shared/s3cret/items/7/`, { headers });
    const { trace_id: traceId } = await findLine(collection, 'shared-link');
    const isServer = isServerOf('kitroom-collection');
    expect(find(await waitForTrace(traceId, [isServer]), isServer)).toMatchObject({
      name: 'GET /api/shared/{token}/items/{id}/',
      attributes: { 'url.path': '/api/shared/…/items/7/' },
    });
  });

  it('contains no value that the client sent, and neither do the logs', () => {
    expect(JSON.stringify(spans)).not.toMatch(/celtic|s3cret/);
    expect([...collection.lines(), ...catalogue.lines()].join('\n')).not.toMatch(/celtic|s3cret/);
  });
});

describe('the trace of a new item and its photo', () => {
  it(
    'includes the catalogue look-up, and is linked to the job that processes the photo',
    async () => {
      const token = await issueToken(both, collection);
      const client = createCollectionClient({ baseUrl: collection.url, token });
      const [brand] = (await client.archive.brands.search({ keyword: 'umbro' })).results;
      const item = await client.items.create(
        { item_type: 'jersey', name: 'A name for nobody', brand: brand?.id ?? 0, size: 4 },
        { headers: { 'X-Request-Id': 'writes-an-item' } },
      );
      const line = await findLine(collection, 'writes-an-item');
      expect((await findLine(catalogue, 'writes-an-item'))['trace_id']).toBe(line['trace_id']);
      const spans = await waitForTrace(line['trace_id'], [
        isServerOf('kitroom-collection'),
        isServerOf('kitroom-catalogue'),
        ({ name, service }) => service === 'kitroom-collection' && name === 'INSERT collection',
      ]);
      expect(JSON.stringify(spans)).not.toContain('A name for nobody');

      const target = { content_type: CONTENT_TYPE_IDS.jersey, object_id: item.id };
      await client.photos.upload(
        { ...target, image: await takePicture() },
        { headers: { 'X-Request-Id': 'sends-a-photo' } },
      );
      const upload = await findLine(collection, 'sends-a-photo');
      await eventually(async () => {
        const job = receiver.spans().find(({ links }) => links.includes(String(upload['trace_id'])));
        expect(job).toMatchObject({ kind: KIND.consumer, parentSpanId: undefined, isFailed: false });
        expect(job?.name).toMatch(/^process /);
      }, SENT_MS);
    },
    2 * MINUTE,
  );
});

describe('the catalogue', () => {
  it(
    "continues the trace of the client's traceparent header",
    async () => {
      const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
      const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` };
      await fetch(`${catalogue.url}/api/health`, { headers });
      const [span] = await waitForTrace(traceId, [isServerOf('kitroom-catalogue')]);
      expect(span?.service).toBe('kitroom-catalogue');
    },
    MINUTE,
  );
});
