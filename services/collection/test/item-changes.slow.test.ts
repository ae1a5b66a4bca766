import { describe, expect, it } from '@jest/globals';
import { createImporter } from './test-imports.ts';
import { createItemCopy, readItems } from './test-item-changes.ts';
import { useMatchingCollection } from './test-match-catalogue.ts';
import { createUserClient, type Photographer } from './test-photos.ts';
import { png } from './test-pictures.ts';

const service = useMatchingCollection();
const STEPS = 25;

/** A random element of a list. */
const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(Math.random() * list.length)];

const listIds = async (user: Photographer): Promise<number[]> =>
  (await user.get('/api/items/')).body.map(({ id }: { id: number }) => id);

/** Adds, changes and deletes items and photos, some of which other writers delete at the same time. */
async function write(user: Photographer): Promise<void> {
  const picture = await png();
  for (let step = 0; step < STEPS; step += 1) {
    const shirt = { item_type: 'jersey', name: `Shirt ${step}`, is_draft: step % 5 === 0 };
    const { id } = (await user.sendJson('POST', '/api/items/', shirt)).body;
    const photo = await user.upload(picture, { content_type: 1, object_id: id });
    const ids = await listIds(user);
    const [first, second] = [pick(ids), pick(ids)];
    await user.sendJson('PATCH', `/api/items/${first}/`, { condition: (step % 10) + 1 });
    await user.sendJson('PATCH', `/api/photos/${photo.id}/`, {
      content_type: 1,
      object_id: second,
      order: 0,
    });
    await user.sendJson('POST', '/api/items/batch/', { ids: ids.slice(0, 5), add_tags: [`tag ${step}`] });
    if (step % 3 === 0) await user.sendJson('POST', `/api/items/${second}/clone/`, {});
    if (step % 4 === 0) await user.remove(`/api/photos/${photo.id}/`);
    if (step % 2 === 0) await user.remove(`/api/items/${first}/`);
  }
}

/** Imports items, and undoes every other import. */
async function importAndUndo(user: Photographer): Promise<void> {
  const importer = createImporter(service.collection, user.token);
  for (let round = 0; round < 4; round += 1) {
    const rows = Array.from({ length: 40 }, (_, row) => `R-${row},Import ${round} ${row},Nike`);
    const { id } = await importer.review(['Ref,Name,Brand', ...rows].join('\n'));
    await importer.request(`/api/imports/${id}/`, 'PATCH', { options: { on_match: 'update' } });
    // Changing the options evaluates the rows again.
    expect(await importer.settled(id)).toMatchObject({ status: 'review', error: null });
    expect(await importer.apply(id)).toMatchObject({ status: 'done', error: null });
    if (round % 2 === 1) await importer.undo(id);
  }
}

describe('clients that follow item changes', () => {
  it('have exactly the items after concurrent writes, imports and undos', async () => {
    const user = await createUserClient(service.collection);
    const copies = [createItemCopy(user.get, 7), createItemCopy(user.get, 100)];
    const writing = new AbortController();
    const followers = copies.map(async (copy) => {
      while (!writing.signal.aborted) await copy.follow();
    });
    const writers = [...Array.from({ length: 7 }, () => write(user)), importAndUndo(user)];
    await Promise.all(writers).finally(() => writing.abort());
    await Promise.all(followers);
    expect((await readItems(user.get)).length).toBeGreaterThan(40);
    for (const copy of [...copies, createItemCopy(user.get, 13)]) {
      await copy.follow();
      await copy.compare();
    }
  }, 600_000);
});
