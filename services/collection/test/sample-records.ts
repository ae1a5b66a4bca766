import type { TestCollection } from './test-collection.ts';
import { addImport } from './test-imports.ts';
import { addBrand, addItem, addKit, addPhoto } from './test-items.ts';
import { addShare } from './test-shares.ts';
import type { Collector } from './test-users.ts';

/**
 * Adds one record of each kind that paths refer to, all owned by a user; returns a function that fills their
 * ids into the path of a contract.
 */
export async function addOneOfEach(
  collection: TestCollection,
  user: Pick<Collector, 'id' | 'username' | 'token'>,
): Promise<(path: string) => string> {
  await addBrand(collection, 1, 'adidas');
  await addKit(collection, 1);
  const item = await addItem(collection, user, { brand_id: 1, kit_id: 1, tags: ['home'] });
  const photo = await addPhoto(collection, user, item);
  const [exported] = await collection
    .db('exports')
    .insert({ user_id: user.id, status: 'done', file_key: 'exports/a.zip', bytes: 1 })
    .returning('id');
  const imported = await addImport(collection, user, 'a name');
  const share = await addShare(collection, user);
  const values = {
    '/api/photos/{id}': photo,
    '/api/exports/{id}': exported.id,
    '/api/imports/{id}': imported,
    '/api/shares/{id}': share.id,
    '/items/{id}': item,
    '{token}': share.token,
    '{username}': user.username,
    '{user_id}': user.id,
  };
  return (path) =>
    Object.entries(values)
      .reduce((text, [name, value]) => text.replace(name, name.replace(/\{\w+\}/, String(value))), path)
      .replaceAll(/\{\w+\}/g, '1');
}
