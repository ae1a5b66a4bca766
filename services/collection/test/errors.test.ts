import SwaggerParser from '@apidevtools/swagger-parser';
import { describe, expect, it } from '@jest/globals';
import { connectRaw, head } from './raw-request.ts';
import { startTestCollection, useCollection } from './test-collection.ts';
import { addCollector, withToken } from './test-users.ts';

const collection = useCollection();

describe('an unknown path', () => {
  it.each(['/api/nothing/', '/api/Health', '/archive/nothing/', '/api/%zz'])(
    'returns 404 in JSON: %s',
    async (path) => {
      const { status, headers, body } = await collection.request(path, { headers: { Accept: 'text/html' } });
      expect([status, headers.get('Content-Type')]).toEqual([404, 'application/json; charset=utf-8']);
      expect(body).toEqual({ detail: 'Not found.' });
      expect(headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/);
    },
  );
});

describe('an unsupported method', () => {
  it.each(['/api/health', '/api/health/', '/api/schema/'])(
    'returns 405 with an Allow header: PUT %s',
    async (path) => {
      const { status, headers, body } = await collection.request(path, { method: 'PUT', body: '{"broken' });
      expect([status, headers.get('Allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
      expect(body).toEqual({ detail: 'Method "PUT" not allowed.' });
    },
  );
});

describe('a request body that the endpoint does not use', () => {
  const sent = { headers: { 'Content-Type': 'application/json' }, body: '{"broken' };

  it('is ignored even if it is malformed JSON', async () => {
    const { token } = await addCollector(collection);
    const headers = { ...sent.headers, ...withToken(token) };
    const remove = (path: string) => collection.request(path, { ...sent, method: 'DELETE', headers });
    expect((await remove('/api/items/1/')).status).toBe(404);
    expect((await remove('/api/photos/1/')).status).toBe(404);
    expect((await remove('/api/accounts/profile/avatar/')).status).toBe(204);
    expect((await collection.request('/api/accounts/logout/', { ...sent, method: 'POST' })).status).toBe(204);
  });

  it('is ignored whatever its size, and the connection stays usable', async () => {
    const connection = await connectRaw(collection.url);
    const length = 3 * 1024 * 1024;
    connection.send(head('POST', '/api/accounts/logout/', { 'Content-Length': length }));
    connection.send(Buffer.alloc(length, '{'));
    expect((await connection.response()).status).toBe(204);
    connection.send(head('GET', '/api/nothing/', {}));
    expect((await connection.response()).status).toBe(404);
    connection.socket.destroy();
  });
});

describe('the API documentation', () => {
  it('is valid OpenAPI 3.0, with and without a trailing slash', async () => {
    for (const path of ['/api/schema/', '/api/schema']) {
      const response = await fetch(`${collection.url}${path}`);
      expect(response.status).toBe(200);
      const document = (await response.json()) as Parameters<typeof SwaggerParser.validate>[0] & {
        openapi: string;
      };
      expect(document.openapi).toMatch(/^3\.0\.\d$/);
      await expect(SwaggerParser.validate(document)).resolves.toMatchObject({ info: { version: '1.0.0' } });
    }
  });

  it('is a page at /api/docs/ in debug mode only', async () => {
    expect((await collection.request('/api/docs/')).status).toBe(404);
    await using debugging = await startTestCollection(collection.database, { DEBUG: 'true' });
    for (const path of ['/api/docs/', '/api/docs', '/api/docs/swagger-ui.css']) {
      expect([path, (await fetch(`${debugging.url}${path}`)).status]).toEqual([path, 200]);
    }
    const strict = { headers: { Prefer: 'handling=strict' } };
    expect((await debugging.request('/api/docs/?x=1', strict)).status).toBe(400);
    // A token typed into the page does not need the prefix `Token`.
    const script = await fetch(`${debugging.url}/api/docs/swagger-ui-init.js`);
    expect(await script.text()).toContain('`Token ${');
  });
});
