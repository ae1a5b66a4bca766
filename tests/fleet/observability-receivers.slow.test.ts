import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@kitroom/testing/eventually';
import { failing, hangUp, neverReply } from '@kitroom/testing/local-server';
import { createEmptyDatabase, type TestDatabase } from '@kitroom/testing/test-databases';
import { runServiceCommand, startTestService, type TestService } from '@kitroom/testing/test-processes';
import { openTraceReceiver, tracingEnv, type TraceReceiver } from './trace-receiver.ts';

const MINUTE = 60_000;
const REQUESTS = 200;
/** Below the receiver's timeout of ten seconds, so a slower request has waited for the receiver. */
const REQUEST_MAX_MS = 8000;

let database: TestDatabase;

beforeAll(async () => {
  database = await createEmptyDatabase();
  await runServiceCommand('catalogue', ['migrate'], { env: { DATABASE_URL: database.url } });
}, MINUTE);

afterAll(() => database?.drop());

function start(env: Record<string, string>): Promise<TestService> {
  const limit = { RATE_LIMIT_REQUESTS: '100000' };
  return startTestService('catalogue', { DATABASE_URL: database.url, ...limit, ...env });
}

async function sendRequests(service: TestService): Promise<void> {
  for (let sent = 0; sent < REQUESTS; sent += 1) {
    const started = performance.now();
    const response = await fetch(`${service.url}/api/clubs/search?keyword=${sent}`);
    expect(response.status).toBe(200);
    await response.arrayBuffer();
    expect(performance.now() - started).toBeLessThan(REQUEST_MAX_MS);
  }
}

const openClosed = async (): Promise<TraceReceiver> => {
  const receiver = await openTraceReceiver();
  await receiver.close();
  return receiver;
};

describe.each([
  { receiver: 'is unavailable', open: openClosed },
  { receiver: 'never responds', open: () => openTraceReceiver(neverReply) },
  { receiver: 'breaks connections', open: () => openTraceReceiver(hangUp) },
  { receiver: 'returns 400', open: () => openTraceReceiver(failing(400)) },
])('the catalogue while the trace receiver $receiver', ({ open }) => {
  it(
    'serves requests without delay, logs at most one warning, and stops in time',
    async () => {
      const receiver = await open();
      const service = await start(tracingEnv(receiver));
      await sendRequests(service);
      const stopping = performance.now();
      const { status, signal } = await service.kill();
      expect({ status, signal }).toEqual({ status: 0, signal: null });
      expect(performance.now() - stopping).toBeLessThan(REQUEST_MAX_MS);
      const warnings = service
        .logs()
        .filter(({ msg }) => String(msg).startsWith('traces cannot be exported'));
      expect(warnings.length).toBeLessThanOrEqual(1);
      await receiver.close().catch(() => undefined);
    },
    2 * MINUTE,
  );
});

describe('the catalogue', () => {
  it(
    'exports traces again after the receiver recovers, and logs both changes',
    async () => {
      const replies = [failing(400), failing(400)];
      const receiver = await openTraceReceiver((response, request) => {
        const reply = replies.shift();
        if (reply) reply(response, request);
        else response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      });
      const service = await start(tracingEnv(receiver));
      await eventually(async () => {
        await fetch(`${service.url}/api/health`);
        expect(service.lines().some((line) => line.includes('traces can be exported again'))).toBe(true);
      });
      expect(service.lines().filter((line) => line.includes('traces cannot be exported'))).toHaveLength(1);
      await service.kill();
      await receiver.close();
    },
    MINUTE,
  );

  it(
    'sends unsent traces as protobuf when it stops, without logging the headers',
    async () => {
      const receiver = await openTraceReceiver();
      const service = await start({
        OTEL_EXPORTER_OTLP_ENDPOINT: receiver.baseUrl,
        OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of-a-test',
        OTEL_SERVICE_NAME: 'kits-of-a-test',
        OTEL_BSP_SCHEDULE_DELAY: '600000',
      });
      await fetch(`${service.url}/api/seasons/search?keyword=1999`);
      expect(receiver.seen).toEqual([]);
      await service.kill();
      expect(receiver.seen[0]).toMatchObject({
        method: 'POST',
        url: '/v1/traces',
        headers: { 'content-type': 'application/x-protobuf', authorization: 'Bearer of-a-test' },
      });
      const sent = receiver.seen.map(({ body }) => body).join('');
      expect(sent).toContain('kits-of-a-test');
      expect(sent).toContain('GET /api/seasons/search');
      expect(service.lines().join('\n')).not.toContain('of-a-test');
      await receiver.close();
    },
    MINUTE,
  );

  it(
    'sends no traces of requests that the sampler drops',
    async () => {
      const receiver = await openTraceReceiver();
      const service = await start({
        ...tracingEnv(receiver),
        OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
        OTEL_TRACES_SAMPLER_ARG: '0',
      });
      await fetch(`${service.url}/api/seasons/search?keyword=1999`);
      const traceId = 'a3ce929d0e0e47364bf92f3577b34da6';
      const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` };
      await fetch(`${service.url}/api/health`, { headers });
      await eventually(async () => expect(receiver.spans().length).toBeGreaterThan(0));
      await service.kill();
      expect([...new Set(receiver.spans().map((span) => span.traceId))]).toEqual([traceId]);
      await receiver.close();
    },
    MINUTE,
  );
});

/** Counts the loaded modules of OpenTelemetry's SDK, without its API, which prom-client needs as well. */
const COUNT_MODULES = `
  import { registerHooks } from 'node:module';
  const loaded = new Set();
  registerHooks({
    resolve(name, context, next) {
      const found = next(name, context);
      if (/@opentelemetry.(?!api)[^/]+.dist/.test(found.url)) loaded.add(found.url);
      return found;
    },
  });
  process.on('exit', () => process.stderr.write('loaded ' + loaded.size + '\\n'));`;

describe('the catalogue', () => {
  it.each<{ env: Record<string, string>; loads: RegExp }>([
    { env: {}, loads: /^loaded 0$/ },
    {
      env: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', OTEL_SDK_DISABLED: 'true' },
      loads: /^loaded 0$/,
    },
    {
      env: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', OTEL_TRACES_EXPORTER: 'none' },
      loads: /^loaded 0$/,
    },
    { env: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' }, loads: /^loaded [1-9]/ },
  ])(
    'loads the OpenTelemetry SDK only if traces are exported: $env',
    async ({ env, loads }) => {
      const options = `--import=data:text/javascript,${encodeURIComponent(COUNT_MODULES)}`;
      const service = await start({ ...env, NODE_OPTIONS: options });
      await fetch(`${service.url}/api/seasons/search?keyword=1999`);
      await service.kill();
      expect(service.lines().find((line) => line.startsWith('loaded'))).toMatch(loads);
    },
    MINUTE,
  );
});

describe('catalogue serve', () => {
  it.each([
    [
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'collector:4318',
      /^catalogue: OTEL_EXPORTER_OTLP_ENDPOINT is set to a wrong value: /,
    ],
    [
      'OTEL_EXPORTER_OTLP_PROTOCOL',
      'grpc',
      /^catalogue: OTEL_EXPORTER_OTLP_PROTOCOL is "grpc": expected http\/proto/,
    ],
    [
      'OTEL_EXPORTER_OTLP_HEADERS',
      'a secret',
      /^catalogue: OTEL_EXPORTER_OTLP_HEADERS is set to a wrong value: /,
    ],
    [
      'OTEL_EXPORTER_OTLP_TRACES_HEADERS',
      'authorization=a secret%FF',
      /^catalogue: OTEL_EXPORTER_OTLP_TRACES_HEADERS is set to a wrong value: /,
    ],
    [
      'OTEL_TRACES_SAMPLER',
      'sometimes',
      /^catalogue: OTEL_TRACES_SAMPLER is "sometimes": expected parentbased_always_on, /,
    ],
    [
      'OTEL_TRACES_SAMPLER_ARG',
      '1.5',
      /^catalogue: OTEL_TRACES_SAMPLER_ARG is "1.5": expected a number from 0 to 1$/,
    ],
    ['OTEL_SDK_DISABLED', 'maybe', /^catalogue: OTEL_SDK_DISABLED is "maybe": expected true or false$/],
    [
      'OTEL_RESOURCE_ATTRIBUTES',
      'production',
      /^catalogue: OTEL_RESOURCE_ATTRIBUTES is "production": expected pairs/,
    ],
  ])('exits with one error line for a wrong %s: %s', async (name, value, line) => {
    const env = { DATABASE_URL: database.url, [name]: value };
    const { status, stdout, stderr } = await runServiceCommand('catalogue', ['serve'], { env });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr.trim()).toMatch(line);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).not.toContain('a secret');
  });
});
