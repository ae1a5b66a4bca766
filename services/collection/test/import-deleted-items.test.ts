import { describe, expect, it } from '@jest/globals';
import { eventually } from '@kitroom/testing/eventually';
import { countsOf, createImporter } from './test-imports.ts';
import { useMatchingCollection } from './test-match-catalogue.ts';
import { addCollector } from './test-users.ts';

const FILE = 'Ref,Name,Brand\nA-1,First,Nike\nA-2,Second,Nike\n';
const service = useMatchingCollection();

describe('an import', () => {
  it('is read although a matched item is deleted at the same time, and adds the item again', async () => {
    const { db } = service.collection;
    const importer = createImporter(service.collection, (await addCollector(service.collection)).token);
    await importer.apply((await importer.review(FILE)).id);
    const [item] = await importer.items();
    const deletion = await db.transaction();
    await deletion('items').where({ id: item.id }).delete();
    const { id } = (await importer.send(FILE.replaceAll('Nike', 'adidas'))).body;
    await eventually(async () => {
      const waiting = await db('pg_stat_activity')
        .where({ datname: db.raw('current_database()'), wait_event_type: 'Lock' })
        .select('pid');
      expect(waiting).toHaveLength(1);
    });
    await deletion.commit();
    expect(await importer.settled(id)).toMatchObject({ status: 'review', error: null });
    await importer.request(`/api/imports/${id}/`, 'PATCH', { options: { on_match: 'update' } });
    await importer.settled(id);
    expect(countsOf(await importer.apply(id))).toEqual({ added: 1, updated: 1 });
  });
});
