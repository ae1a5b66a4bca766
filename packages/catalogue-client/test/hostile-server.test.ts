import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from '@jest/globals';
import { replaceArrays } from '@kitroom/testing/hostile-arrays';
import { openLocalServer, text, type LocalServer, type Reply } from '@kitroom/testing/local-server';
import { CATALOGUE_EXAMPLES } from '../src/documentation/index.ts';
import {
  CATALOGUE_CONTRACTS,
  createCatalogueClient,
  type CatalogueClient,
  type CatalogueClientOptions,
} from '../src/index.ts';

const MANY = 2_500_000;

let server: LocalServer | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function open(reply: Reply, options: Partial<CatalogueClientOptions> = {}): Promise<CatalogueClient> {
  server = await openLocalServer(reply);
  return createCatalogueClient({ baseUrl: server.baseUrl, retries: 0, ...options });
}

function repeat(element: string, count = MANY): string {
  return Array<string>(count).fill(element).join(',');
}

function send(body: string): Reply {
  return text(body, 200, 'application/json');
}

/** Sends parts of one byte for as long as the client reads them. */
function pourBytes({ socket }: ServerResponse): void {
  const parts = '1\r\n \r\n'.repeat(10_000);
  socket?.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n');
  const pour = () => socket?.write(parts, (error) => error ?? pour());
  pour();
}

describe('the catalogue client with a hostile server', () => {
  it.each<[string, string, (client: CatalogueClient) => Promise<unknown>]>([
    ['a list of empty objects', `[${repeat('{}')}]`, ({ brands }) => brands.list()],
    ['a list of lists', `[${repeat('[]')}]`, ({ clubs }) => clubs.list()],
    [
      'a list in an object in a list',
      `[{"season":{"id":1,"year":"2024"},"kits":[${repeat('{}')}]}]`,
      ({ clubs }) => clubs.timeline({ club_id: 1 }),
    ],
    [
      'an object with very many keys',
      `{"name":"a","version":"1","links":{${Array.from({ length: 300_000 }, (_, at) => `"k${at}":1`).join(',')}}}`,
      ({ service }) => service(),
    ],
    [
      'lists of ids that are too large',
      `{"brands":[[${repeat('{"id":1e99,"name":"","slug":"","logo":"","logo_dark":null,"score":1}', 145_000)}]]}`,
      ({ match }) => match({}),
    ],
    ['a deeply nested list', '['.repeat(4_000_000), ({ brands }) => brands.list()],
  ])('rejects %s without collecting an error for each element', async (_, body, call) => {
    const client = await open(send(body));
    const error: unknown = await call(client).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'CatalogueError', code: 'invalid_response' });
    expect((error as Error).cause).toBeUndefined();
  });

  it.each([{}, null, 1e99, 0.5, 'x', [[]]])(
    'stops validating a list after the first invalid element %j',
    (element) => {
      let hostile = 0;
      for (const { id, responses } of CATALOGUE_CONTRACTS) {
        for (const [status, example] of Object.entries(CATALOGUE_EXAMPLES[id]?.responses ?? {})) {
          for (const { path, value, countReads } of replaceArrays(example, element)) {
            const { schema } = responses[Number(status)] ?? {};
            if (schema === undefined || schema.validate(value)) continue;
            hostile += 1;
            expect({ id, path, isEarly: countReads() <= 2 }).toEqual({ id, path, isEarly: true });
          }
        }
      }
      expect(hostile).toBeGreaterThan(20);
    },
  );

  it('rejects a body that never ends, even in parts of one byte', async () => {
    const client = await open(pourBytes, { maxResponseBytes: 1_000_000 });
    await expect(client.brands.list()).rejects.toMatchObject({
      code: 'invalid_response',
      message: 'GET /api/brands: the response is larger than 1000000 bytes',
    });
  });

  it('rejects a body that arrives too slowly', async () => {
    const client = await open(
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        const trickle = setInterval(() => response.write(' '), 20);
        response.on('close', () => clearInterval(trickle));
      },
      { timeoutMs: 300 },
    );
    await expect(client.brands.list()).rejects.toMatchObject({ code: 'timeout' });
  });

  it('rejects headers that never end', async () => {
    const client = await open((response) => {
      response.writeHead(200, { 'x-cache': 'x'.repeat(1_000_000) }).end('[]');
    });
    await expect(client.brands.list()).rejects.toMatchObject({ code: 'unreachable' });
  });

  it('limits the message of an error to 2,000 characters', async () => {
    const client = await open(
      text(JSON.stringify({ detail: 'x'.repeat(5_000_000) }), 400, 'application/json'),
    );
    const error = await client.brands.list().catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'http', status: 400 });
    expect((error as Error).message).toHaveLength(2_000);
  });
});
