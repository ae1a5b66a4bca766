import { beforeAll, describe, expect, it } from '@jest/globals';
import { ITEM_TYPES, type ItemType } from '@kitroom/collection-client';
import { useCollection } from './test-collection.ts';
import { addBrand, minimalItem } from './test-items.ts';
import { addUser, json, tokenOf, withToken } from './test-users.ts';

const REQUIRED = ['This field is required.'];
const NULL = ['This field may not be null.'];
const BLANK = ['This field may not be blank.'];
const INTEGER = ['A valid integer is required.'];

const collection = useCollection();
let token: string;

beforeAll(async () => {
  token = await tokenOf(collection, await addUser(collection, 'owner'));
  await addBrand(collection, 1, 'adidas');
});

function post(body: unknown) {
  return collection.request('/api/items/', json('POST', body, token));
}

async function countItems(): Promise<string | null> {
  const { headers } = await collection.request('/api/items/?page_size=1', { headers: withToken(token) });
  return headers.get('X-Total-Count');
}

describe('POST /api/items/', () => {
  it.each(ITEM_TYPES)('returns 400 for an item of type %s without a name', async (type) => {
    const { status, body } = await post({ item_type: type });
    expect([status, body]).toEqual([400, { name: REQUIRED }]);
  });

  it.each<[string, unknown, string[]]>([
    ['item_type', undefined, REQUIRED],
    ['item_type', null, NULL],
    ['item_type', 'shirt', ['"shirt" is not a valid choice.']],
    ['item_type', 7, ['"7" is not a valid choice.']],
    ['name', '', BLANK],
    ['name', ' \n', BLANK],
    ['name', null, NULL],
    ['name', 7, ['Not a valid string.']],
    ['name', 'x'.repeat(201), ['Ensure this field has no more than 200 characters.']],
    ['name', 'a\0b', ['Null characters are not allowed.']],
    ['brand', '1', INTEGER],
    ['brand', 1.5, INTEGER],
    ['brand', true, INTEGER],
    ['brand', 0, ['Invalid pk "0" - object does not exist.']],
    ['brand', 2_147_483_648, ['Invalid pk "2147483648" - object does not exist.']],
    ['club', [], INTEGER],
    ['season', -1, ['Invalid pk "-1" - object does not exist.']],
    ['kit', 'home', INTEGER],
    ['size', 99, ['Invalid pk "99" - object does not exist.']],
    ['main_color', 18, ['Invalid pk "18" - object does not exist.']],
    ['main_color', 'White', INTEGER],
    ['secondary_colors', 1, ['Expected a list of items.']],
    ['secondary_colors', null, NULL],
    ['secondary_colors', [1, 18, 'x'], ['Invalid pk "18" - object does not exist.', ...INTEGER]],
    ['condition', 0, ['Ensure this value is greater than or equal to 1.']],
    ['condition', 11, ['Ensure this value is less than or equal to 10.']],
    ['condition', 7.5, INTEGER],
    ['condition', 'good', INTEGER],
    ['condition', null, NULL],
    ['detailed_condition', 'good', ['"good" is not a valid choice.']],
    ['description', null, NULL],
    ['description', 'x'.repeat(10_001), ['Ensure this field has no more than 10000 characters.']],
    ['is_replica', 'maybe', ['Must be a valid boolean.']],
    ['is_private', null, NULL],
    ['is_draft', 1, ['Must be a valid boolean.']],
    ['is_signed', 'x', ['Must be a valid boolean.']],
    ['design', 'Chest band', ['"Chest band" is not a valid choice.']],
    ['country', 'Spain', ['"Spain" is not a valid choice.']],
    ['country', 7, ['Not a valid string.']],
    ['number', -1, ['Ensure this value is greater than or equal to 0.']],
    ['number', 1000, ['Ensure this value is less than or equal to 999.']],
    ['player_name', 'x'.repeat(101), ['Ensure this field has no more than 100 characters.']],
    ['tags', 'retro', ['Expected a list of items.']],
    ['tags', [' '], BLANK],
    ['tags', ['x'.repeat(41)], ['Ensure this field has no more than 40 characters.']],
    [
      'tags',
      Array.from({ length: 21 }, (_, n) => `t${n}`),
      ['Ensure this field has no more than 20 elements.'],
    ],
  ])('returns 400 for a jersey whose %s is %j', async (field, value, problem) => {
    const before = await countItems();
    const { status, body } = await post({ ...minimalItem('jersey'), [field]: value });
    expect([status, body]).toEqual([400, { [field]: problem }]);
    expect(await countItems()).toBe(before);
  });

  it('reports all invalid fields together', async () => {
    const { status, body } = await post({
      item_type: 'outerwear',
      name: '',
      brand: '1',
      type: 'pin',
      player_name: 'Kahn',
      condition: 11,
      is_replica: 'no',
      tags: [7],
    });
    expect(status).toBe(400);
    expect(body).toEqual({
      name: BLANK,
      brand: INTEGER,
      type: ['"pin" is not a valid choice.'],
      player_name: ['This field does not belong to an item of type "outerwear".'],
      condition: ['Ensure this value is less than or equal to 10.'],
      is_replica: ['Must be a valid boolean.'],
      tags: ['Not a valid string.'],
    });
  });

  it.each<[ItemType, object]>([
    ['shorts', { kit: 4 }],
    ['shorts', { is_signed: false }],
    ['pants', { number: null }],
    ['tracksuit', { type: 'jacket' }],
    ['other', { size: 4 }],
    ['jersey', { type: 'pin' }],
  ])('returns 400 for fields that belong to another item type: %s with %j', async (type, foreign) => {
    const { status, body } = await post({ ...minimalItem(type), ...foreign });
    const [field] = Object.keys(foreign);
    expect(status).toBe(400);
    expect(body).toEqual({ [field!]: [`This field does not belong to an item of type "${type}".`] });
  });

  it('validates the fields of a draft', async () => {
    const { status, body } = await post({ item_type: 'jersey', is_draft: true, size: 77, condition: 0 });
    expect(status).toBe(400);
    expect(Object.keys(body)).toEqual(['condition', 'size']);
  });

  it.each([[[]], ['text'], [7], [null]])('returns 400 for a body that is not an object: %j', async (sent) => {
    const { status, body } = await post(sent);
    expect(status).toBe(400);
    expect(body).toMatchObject({ non_field_errors: ['Expected an object.'] });
  });
});
