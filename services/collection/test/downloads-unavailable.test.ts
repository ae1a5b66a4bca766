import { expect, it } from '@jest/globals';
import { endReaderOf } from './hold-items.ts';
import { countsOf, createImporter } from './test-imports.ts';
import { useMatchingCollection } from './test-match-catalogue.ts';
import { addCollector } from './test-users.ts';

const service = useMatchingCollection();

it.each([
  ['/api/collections/me/items.csv', 'photos'],
  ['/api/collections/me/items.ndjson', 'photos'],
  ['/api/imports/{id}/failed.csv', 'import_rows'],
  ['/api/accounts/export/', 'totp'],
])('GET %s returns 503 without a file if the connection is lost at its first row', async (path, table) => {
  const importer = createImporter(service.collection, (await addCollector(service.collection)).token);
  const { id } = await importer.review('Name,Condition\nA,9\nB,99\n');
  expect(countsOf(await importer.apply(id))).toMatchObject({ added: 1, invalid: 1 });
  const send = () => importer.request(path.replace('{id}', String(id)));
  const { status, headers, body } = await endReaderOf(service.database, table, send);
  expect([status, body]).toEqual([503, { detail: expect.stringContaining('temporarily unavailable') }]);
  expect(headers.get('Retry-After')).toBe('5');
  expect(headers.get('Content-Type')).toContain('application/json');
  expect(headers.get('Content-Disposition')).toBe(null);
});
