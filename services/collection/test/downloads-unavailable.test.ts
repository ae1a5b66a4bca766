import { rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@kitroom/testing/eventually';
import { disconnectReaderOf } from './hold-locks.ts';
import { countsOf, createImporter } from './test-imports.ts';
import { useMatchingCollection } from './test-match-catalogue.ts';
import { addCollector, json } from './test-users.ts';

const service = useMatchingCollection();

describe('downloads', () => {
  it.each([
    ['/api/collections/me/items.csv', 'photos'],
    ['/api/collections/me/items.ndjson', 'photos'],
    ['/api/imports/{id}/failed.csv', 'import_rows'],
    ['/api/accounts/export/', 'totp'],
  ])('return 503 in JSON if the database connection ends at the first row: GET %s', async (path, table) => {
    const importer = createImporter(service.collection, (await addCollector(service.collection)).token);
    const { id } = await importer.review('Name,Condition\nA,9\nB,99\n');
    expect(countsOf(await importer.apply(id))).toMatchObject({ added: 1, invalid: 1 });
    const send = () => importer.request(path.replace('{id}', String(id)));
    const { status, headers, body } = await disconnectReaderOf(service.database, table, send);
    expect([status, body]).toEqual([503, { detail: expect.stringContaining('temporarily unavailable') }]);
    expect(headers.get('Retry-After')).toBe('5');
    expect(headers.get('Content-Type')).toContain('application/json');
    expect(headers.get('Content-Disposition')).toBe(null);
  });
});

describe('GET /api/exports/{id}/file/', () => {
  it('returns 503 for an unreadable file and 404 for a missing file', async () => {
    const { collection } = service;
    const { token } = await addCollector(collection);
    const request = (path: string, method = 'GET') =>
      collection.request(path, json(method, undefined, token));
    const { id } = (await request('/api/exports/', 'POST')).body;
    await eventually(async () =>
      expect((await request(`/api/exports/${id}/`)).body).toMatchObject({ status: 'done' }),
    );
    const { file_key: key } = await collection.db('exports').where({ id }).first('file_key');
    const path = join(collection.mediaRoot, key);
    await rename(path, `${path}.kept`);
    // The link refers to itself, so opening it fails.
    await symlink(path, path);
    const { status, headers } = await request(`/api/exports/${id}/file/`);
    expect([status, headers.get('Retry-After')]).toEqual([503, '5']);
    await rm(path);
    expect((await request(`/api/exports/${id}/file/`)).status).toBe(404);
    await rename(`${path}.kept`, path);
    expect((await request(`/api/exports/${id}/file/`)).status).toBe(200);
  });
});
