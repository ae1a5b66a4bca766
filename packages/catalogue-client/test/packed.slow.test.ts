import { describe, expect, test } from '@jest/globals';
import { failing, json, openLocalServer } from '@kitroom/testing/local-server';
import { fetchOldestNode, usePackedClient } from '@kitroom/testing/packed-client';
import { compareSchemaTypes } from '@kitroom/testing/schema-types';
import { BAYERN } from './bayern.ts';

const packed = usePackedClient('catalogue');

describe('the packed client', () => {
  test('calls a catalogue from plain JavaScript in Node.js 20.19', async () => {
    const server = await openLocalServer(failing(503, '0'), json([BAYERN]), failing(404));
    const output = await packed.run(SCRIPT, [server.baseUrl], await fetchOldestNode());
    await server.close();
    expect(JSON.parse(output)).toEqual({
      clubs: [BAYERN],
      code: 'http',
      status: 404,
      detail: 'It is 404.',
    });
    expect(server.seen.map(({ url }) => url)).toEqual([
      '/api/clubs/search?keyword=bayren',
      '/api/clubs/search?keyword=bayren',
      '/api/kits/1',
    ]);
  });

  test('exports the types of its arguments and responses', async () => {
    expect(await packed.check(TYPED)).toBe('');
  });

  test('exports a type with the fields of each schema of the OpenAPI document', async () => {
    expect(await packed.check(compareSchemaTypes('catalogue'))).toBe('');
  });

  test('works without packages of the workspace, and requires Node.js 20.19', async () => {
    const text = await packed.readManifest();
    expect(text).not.toMatch(/catalog:|workspace:/);
    expect(JSON.parse(text)).toMatchObject({ engines: { node: '>=20.19' } });
  });
});

const SCRIPT = `
import { CatalogueError, createCatalogueClient } from '@kitroom/catalogue-client';

const catalogue = createCatalogueClient({ baseUrl: process.argv[2] });
const clubs = await catalogue.clubs.search({ keyword: 'bayren' });
const error = await catalogue.kits.get({ kit_id: 1 }).catch((reason) => reason);
if (!(error instanceof CatalogueError)) throw error;
const { code, status, detail } = error;
console.log(JSON.stringify({ clubs, code, status, detail }));
`;

const TYPED = `
import { CatalogueError, createCatalogueClient, type CatalogueClient } from '@kitroom/catalogue-client';

const client: CatalogueClient = createCatalogueClient({ baseUrl: 'https://kits.example', apiKey: 'kr_secret' });

const clubs = await client.clubs.search({ keyword: 'bayren' }, { signal: AbortSignal.timeout(1_000) });
export const country: string | null | undefined = clubs[0]?.country;
export const kit: { team: { name: string } } = await client.kits.get({ kit_id: 1 });
export const picture: string = await client.kits.picture({ kit_id: 1 });
export const status: 'healthy' | 'unhealthy' = (await client.health({ timeoutMs: 1_000 })).status;
export const pages: number = (await client.kits.random()).pagination.total_pages;
await client.kits.list({ primary_color: 'Red', secondary_color: ['Blue', 'White'], year: 2003 });

export function statusOf(error: unknown): number | undefined {
  return error instanceof CatalogueError && error.code === 'http' ? error.status : undefined;
}

// @ts-expect-error a response has the type of its contract
export const wrong: number | undefined = clubs[0]?.name;
// @ts-expect-error a club's id is a number
await client.clubs.get({ club_id: 'seven' });
// @ts-expect-error and must be given
await client.clubs.get();
// @ts-expect-error there is no such colour
await client.kits.list({ primary_color: 'Crimson' });
// @ts-expect-error there is no such key to order by
await client.kits.list({ ordering: 'colour' });
// @ts-expect-error there is no such filter
await client.kits.list({ colour: 'Red' });
`;
