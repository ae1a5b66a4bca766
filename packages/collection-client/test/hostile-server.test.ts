import { afterEach, describe, expect, it } from '@jest/globals';
import { replaceArrays } from '@kitroom/testing/hostile-arrays';
import { openLocalServer, text, type LocalServer, type Reply } from '@kitroom/testing/local-server';
import { COLLECTION_EXAMPLES } from '../src/documentation/index.ts';
import { COLLECTION_CONTRACTS, createCollectionClient, type CollectionClientOptions } from '../src/index.ts';

const MIB = 1024 * 1024;

let server: LocalServer | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function open(reply: Reply, options: Partial<CollectionClientOptions> = {}) {
  server = await openLocalServer(reply);
  return createCollectionClient({ baseUrl: server.baseUrl, retries: 0, ...options });
}

/** Sends a ZIP of this size, or for as long as the client reads it. */
function zip(size = Infinity): Reply {
  return (response) => {
    response.writeHead(200, { 'content-type': 'application/zip' });
    const part = Buffer.alloc(MIB);
    const pour = (left: number) => {
      if (left < MIB) response.end(part.subarray(0, left));
      else response.write(part, (error) => error ?? pour(left - MIB));
    };
    pour(size);
  };
}

// The transport, which both clients share, is tested against hostile servers in catalogue-client.
describe('the collection client with a hostile server', () => {
  it('stops validating each list after its first invalid element', () => {
    let hostile = 0;
    for (const { id, responses } of COLLECTION_CONTRACTS) {
      for (const [status, example] of Object.entries(COLLECTION_EXAMPLES[id]?.responses ?? {})) {
        for (const element of [{}, null, 1e99, 'x', [[]]]) {
          for (const { path, value, countReads } of replaceArrays(example, element)) {
            const { schema } = responses[Number(status)] ?? {};
            if (schema === undefined || schema.validate(value)) continue;
            hostile += 1;
            expect({ id, path, isEarly: countReads() <= 2 }).toEqual({ id, path, isEarly: true });
          }
        }
      }
    }
    expect(hostile).toBeGreaterThan(100);
  });

  it.each([
    ['fields', `{"name":[${Array<string>(2_500_000).fill('1').join(',')}]}`],
    ['items', `{"errors":{"1":{"name":[${Array<string>(2_500_000).fill('1').join(',')}]}}}`],
  ])('ignores millions of values for %s that are not error messages', async (_, body) => {
    const client = await open(text(body, 400, 'application/json'));
    const error: unknown = await client.items.batch({ ids: [1] }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'CollectionError', code: 'http', status: 400 });
    expect(error).toMatchObject({ fields: undefined, items: undefined });
  });

  it('limits the message of field errors to 2,000 characters', async () => {
    const client = await open(text(`{"name":["${'x'.repeat(5 * MIB)}"]}`, 400, 'application/json'));
    const error = await client.items.list().catch((reason: unknown) => reason);
    expect((error as Error).message).toHaveLength(2_000);
  });

  it.each<[string, number | undefined, number]>([
    ['64 MiB', undefined, 64 * MIB],
    ['`maxFileBytes`', 3 * MIB, 3 * MIB],
  ])('accepts a file of %s, and rejects a file that never ends', async (_, maxFileBytes, limit) => {
    const options = maxFileBytes === undefined ? {} : { maxFileBytes };
    const whole = await open(zip(limit), options);
    expect((await whole.accounts.export()).size).toBe(limit);
    await server?.close();
    const endless = await open(zip(), options);
    await expect(endless.accounts.export()).rejects.toMatchObject({
      code: 'invalid_response',
      message: `GET /api/accounts/export/: the response is larger than ${limit} bytes`,
    });
  });
});
