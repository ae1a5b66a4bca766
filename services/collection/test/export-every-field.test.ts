import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  fieldsOfType,
  ITEM_DEFAULTS,
  ITEM_TYPES,
  TEXT_OF,
  type ItemChanges,
  type ItemType,
} from '@kitroom/collection-client';
import { eventually } from '@kitroom/testing/eventually';
import { useService } from '@kitroom/testing/use-service';
import { useCollection } from './test-collection.ts';
import { createImporter } from './test-imports.ts';
import { addBrand, addClub, addKit, addSeason } from './test-items.ts';
import { openMatchCatalogue } from './test-match-catalogue.ts';
import { createUserClient, type Photographer } from './test-photos.ts';

const catalogue = useService(openMatchCatalogue);
const collection = useCollection(() => ({ CATALOGUE_URL: catalogue.url }));

/** A value of each field other than its default. Types fail until a new field has one. */
const VALUES: Required<Omit<ItemChanges, 'item_type' | 'is_draft'>> = {
  name: 'Every field',
  brand: 3,
  club: 7,
  season: 6,
  brand_text: 'A brand without a record',
  club_text: 'A club without a record',
  season_text: 'a season of long ago',
  condition: 7,
  detailed_condition: 'BNWT',
  description: 'one\ntwo',
  is_replica: true,
  is_private: true,
  design: 'STRIPES',
  main_color: 7,
  secondary_colors: [1, 2],
  country: 'ES',
  tags: ['a', 'b'],
  notes: 'from my aunt',
  location: 'attic',
  acquired_on: '2001-02-28',
  acquired_from: 'market',
  price: { amount: '85.00', currency: 'EUR' },
  estimated_value: { amount: '120.00', currency: 'EUR' },
  kit: 11,
  size: 4,
  size_text: '164',
  number: 7,
  type: null,
  is_fan_version: false,
  is_signed: true,
  has_nameset: true,
  player_name: 'Nihat',
  is_short_sleeve: false,
};

/** `type` has different choices for these types of items. */
const TYPES: Partial<Record<ItemType, ItemChanges['type']>> = { outerwear: 'jacket', other: 'pin' };

/** An item has either an id or the text instead of it. */
const FORMS = { ids: Object.values(TEXT_OF), texts: Object.keys(TEXT_OF) } as const;

const CASES = ITEM_TYPES.flatMap((type) =>
  (['ids', 'texts'] as const).map((form) => ({ type, form, name: `${type} with ${form}` })),
);

type Values = Readonly<Record<string, unknown>>;

/** An item with all fields of its type. */
function itemOf({ type, form, name }: (typeof CASES)[number]): Values {
  const { base, private: privateFields } = ITEM_DEFAULTS;
  const unset = new Set<string>([...FORMS[form], 'is_draft']);
  const fields = [...Object.keys(base), ...Object.keys(privateFields), ...fieldsOfType(type)];
  const values = { ...VALUES, type: TYPES[type], name } as Values;
  const set = fields.filter((field) => !unset.has(field)).map((field) => [field, values[field]]);
  return { item_type: type, ...Object.fromEntries(set) };
}

async function readItems(user: Photographer): Promise<Values[]> {
  const { body } = await user.get('/api/items/?ordering=name&page_size=50');
  return body;
}

/** The exported files that an import accepts. */
const FILES = {
  'export.zip': exportZip,
  'items.csv': (user: Photographer) => fetchFile(user, '/api/collections/me/items.csv'),
  'items.ndjson': (user: Photographer) => fetchFile(user, '/api/collections/me/items.ndjson'),
};

async function exportZip(user: Photographer): Promise<Buffer> {
  const { id } = (await user.sendJson('POST', '/api/exports/', {})).body;
  const file = await eventually(async () => {
    const { body } = await user.get(`/api/exports/${id}/`);
    expect(body.status).toBe('done');
    return `/api/exports/${id}/file/`;
  });
  return fetchFile(user, file);
}

async function fetchFile(user: Photographer, path: string): Promise<Buffer> {
  const response = await fetch(new URL(path, collection.url), {
    headers: { Authorization: `Token ${user.token}` },
  });
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

describe('items with every field set', () => {
  let owner: Photographer;
  let items: Values[];

  beforeAll(async () => {
    await addBrand(collection, 3, 'adidas');
    await addClub(collection, 7, 'Málaga CF');
    await addSeason(collection, 6, '2003-04');
    await addKit(collection, 11, { name: 'Málaga CF 2024-25 Home' });
    owner = await createUserClient(collection);
    for (const itemCase of CASES) {
      const { status, body } = await owner.sendJson('POST', '/api/items/', itemOf(itemCase));
      if (status !== 201) throw new Error(`${itemCase.name} is not created: ${JSON.stringify(body)}`);
    }
    items = await readItems(owner);
  }, 60_000);

  it.each(CASES)('differ from the default values: $name', ({ type, form, name }) => {
    const { base, private: privateFields, ofTypes } = ITEM_DEFAULTS;
    const defaults: Values = { ...base, ...privateFields, ...ofTypes };
    const stored = items.find((item) => item['name'] === name) ?? {};
    const fields = Object.keys(itemOf({ type, form, name })).filter((field) => field !== 'item_type');
    expect(
      fields.filter((field) => JSON.stringify(stored[field]) === JSON.stringify(defaults[field])),
    ).toEqual([]);
  });

  it.each(Object.keys(FILES) as Array<keyof typeof FILES>)(
    'are unchanged after an import of %s',
    async (name) => {
      const user = await createUserClient(collection);
      const importer = createImporter(collection, user.token);
      const review = await importer.review(await FILES[name](owner), name);
      await importer.apply(review.id);
      const strip = ({ id: _itemId, user: _owner, ...item }: Values) => item;
      expect((await readItems(user)).map(strip)).toEqual(items.map(strip));
    },
  );
});
