import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { COLLECTION_CONTRACTS } from '@kitroom/collection-client';
import { inlineComponents } from '@kitroom/testing/inline-components';
import type { UserRow } from '../src/accounts/users/user-queries.ts';
import { collectionDocument } from '../src/openapi.ts';
import { useCollection } from './test-collection.ts';
import { addImport } from './test-imports.ts';
import { addItem, addPhoto } from './test-items.ts';
import { addShare } from './test-shares.ts';
import { addUser, tokenOf, withToken } from './test-users.ts';

const collection = useCollection({ DEBUG: 'true' });

const document = inlineComponents(collectionDocument());
const endpoints = COLLECTION_CONTRACTS.map(({ method, path, access }) => ({ method, path, access }));

/** Fills in a path with ids of existing records of the user. */
async function fillIn(path: string, user: UserRow): Promise<string> {
  const { token, id: shareId } = await addShare(collection, { token: await tokenOf(collection, user) });
  const id = path.startsWith('/api/shares/') ? shareId : await addTarget(path, user);
  return path
    .replace('{token}', token)
    .replace('{username}', user.username)
    .replace('{user_id}', String(user.id))
    .replace('{id}', String(id))
    .replaceAll(/\{\w+\}/g, '1');
}

async function addTarget(path: string, user: { id: number }): Promise<number> {
  if (path.startsWith('/api/exports/')) return addExport(user);
  if (path.startsWith('/api/imports/')) return addImport(collection, user);
  const itemId = await addItem(collection, user);
  return path.startsWith('/api/photos/') ? addPhoto(collection, user, itemId) : itemId;
}

async function addExport({ id: userId }: { id: number }): Promise<number> {
  const key = `exports/${userId}-${Math.random()}.zip`;
  await mkdir(join(collection.mediaRoot, 'exports'), { recursive: true });
  await writeFile(join(collection.mediaRoot, key), 'PK');
  const row = { user_id: userId, status: 'done', file_key: key, bytes: 2 };
  const [added] = await collection.db('exports').insert(row).returning('id');
  return added.id;
}

describe('the OpenAPI document', () => {
  it.each(endpoints)('describes only existing endpoints: $method $path', async ({ method, path }) => {
    const user = await addUser(collection, `asks-${method}-${path.replaceAll(/\W/g, '_')}`);
    const headers = withToken(await tokenOf(collection, user));
    const { status, body } = await collection.request(await fillIn(path, user), { method, headers });
    expect(status).not.toBe(405);
    expect(body.detail).not.toBe('Not found.');
  });

  it.each(endpoints)(
    'declares the authentication that the service requires: $method $path',
    async ({ method, path, access }) => {
      const operation = document.paths[path]?.[method.toLowerCase() as 'get'];
      const schemes: Readonly<Record<string, unknown>> = {
        any: undefined,
        public: [],
        token: [{ token: [] }],
        'token-or-fresh-session': [{ token: [] }, { session: [] }],
      };
      const name = access ?? 'any';
      expect(operation?.security).toEqual(name in schemes ? schemes[name] : [{ session: [] }]);
      const { status } = await collection.request(path.replaceAll(/\{\w+\}/g, '1'), { method });
      expect(status === 401).toBe(access !== 'public');
    },
  );

  it.each(endpoints.filter(({ access }) => access?.startsWith('fresh-session')))(
    'documents the confirmation within the last 15 minutes: $method $path',
    ({ method, path }) => {
      const operation = document.paths[path]?.[method.toLowerCase() as 'get'];
      expect(operation?.description).toContain('within the last 15 minutes');
      expect(operation?.responses['403']).toMatchObject({
        content: { 'application/json': { schema: { $ref: '#/components/schemas/ConfirmationRequired' } } },
      });
    },
  );

  it('declares token and session as security schemes', () => {
    expect(document.security).toEqual([{ token: [] }, { session: [] }]);
    expect(document.components?.securitySchemes).toMatchObject({
      token: { type: 'apiKey', in: 'header', name: 'Authorization' },
      session: { type: 'apiKey', in: 'cookie', name: 'kitroom_session' },
    });
  });

  it('describes the request bodies of PUT and PATCH /api/users/{username}/', () => {
    const body = document.paths['/api/users/{username}/']?.put?.requestBody;
    expect(body).toMatchObject({
      required: true,
      content: {
        'application/json': {
          schema: {
            required: ['username'],
            properties: {
              username: { type: 'string', minLength: 1, maxLength: 150 },
              name: { type: 'string', maxLength: 255 },
            },
          },
        },
      },
    });
    expect(document.paths['/api/users/{username}/']?.patch?.requestBody).toMatchObject({ required: false });
  });
});
