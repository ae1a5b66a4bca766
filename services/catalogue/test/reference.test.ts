import { beforeAll, describe, expect, it } from '@jest/globals';
import { COLOUR_HEX, COLOUR_NAMES, DESIGNS } from '@kitroom/shared';
import { idOf, kitLines, namesOf } from './fixture-catalogue.ts';
import { useCatalogue } from './test-catalogue.ts';

const indexed = useCatalogue();

beforeAll(async () => {
  await indexed.load(
    kitLines([
      { club: 'One', type: 'Away', design: 'Sash', primary_color: 'Navy', secondary_colors: ['Red'] },
      { club: 'One', type: 'Home', design: 'Sash', primary_color: 'Navy' },
      { club: 'One', type: 'GK Home', primary_color: 'Red' },
      { club: 'One', type: 'Rain Jacket' },
      { club: 'Two', type: 'Home' },
    ]),
  );
});

describe('GET /api/kit-types, /api/colors and /api/designs', () => {
  it('return all kit types in their order, with the number of kits', async () => {
    const { body } = await indexed.request('/api/kit-types');
    expect(namesOf(body)).toEqual(['Home', 'Away', 'GK Home', 'Rain Jacket']);
    expect(body[0]).toEqual({
      id: await idOf(indexed.db, 'kit_types', 'Home'),
      name: 'Home',
      category: 'match',
      category_order: 1,
      order_priority: 1,
      is_goalkeeper: false,
      kit_count: 2,
    });
  });

  it('return all colours, with the number of kits that have the colour as primary colour', async () => {
    const { body } = await indexed.request('/api/colors');
    expect(namesOf(body)).toEqual([...COLOUR_NAMES]);
    expect(body).toContainEqual({ name: 'Navy', color: COLOUR_HEX.Navy, kit_count: 2 });
    expect(body).toContainEqual({ name: 'Red', color: COLOUR_HEX.Red, kit_count: 1 });
    expect(body).toContainEqual({ name: 'White', color: COLOUR_HEX.White, kit_count: 0 });
  });

  it('return all designs, with the number of kits', async () => {
    const { body } = await indexed.request('/api/designs');
    expect(namesOf(body)).toEqual([...DESIGNS]);
    expect(body).toContainEqual({ name: 'Sash', kit_count: 2 });
    expect(body).toContainEqual({ name: 'Plain', kit_count: 0 });
  });
});
