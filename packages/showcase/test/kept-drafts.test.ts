import { afterEach, describe, expect, it } from '@jest/globals';
import { openTestWindow } from '@kitroom/testing/test-window';
import { useService } from '@kitroom/testing/use-service';
import { writeStored } from '../src/browser-storage.ts';
import { toNewValues, type ItemValues } from '../src/screens/item-form/item-values.ts';
import { discardDraft, keepDraft, readKeptDraft } from '../src/screens/item-form/use-item-values.ts';

const KEY = 'item-1-jersey';
const initial = toNewValues('jersey');
const filled: ItemValues = {
  item_type: 'jersey',
  fields: {
    ...initial.fields,
    name: 'Milan 1990',
    number: 10,
    tags: ['framed'],
    secondary_colors: [1, 2],
    acquired_on: '2006-05-17',
    is_signed: true,
    price: { amount: 'not understood', currency: 'EUR' },
  },
  names: { brand: '', club: 'Milan', season: '1990-91', kit: 'typed, not chosen' },
};

useService(openTestWindow);

afterEach(() => localStorage.clear());

describe('readKeptDraft', () => {
  it('returns the draft that keepDraft has stored, until it is discarded', () => {
    keepDraft(KEY, { values: filled, itemId: undefined });
    expect(readKeptDraft(KEY)).toEqual({ values: filled, itemId: undefined });
    expect(readKeptDraft('item-2-jersey')).toBeUndefined();
    keepDraft(KEY, { values: filled, itemId: 42 });
    expect(readKeptDraft(KEY)?.itemId).toBe(42);
    discardDraft(KEY);
    expect(readKeptDraft(KEY)).toBeUndefined();
  });

  it.each([
    null,
    7,
    'a draft',
    [],
    {},
    { values: null },
    { values: { ...filled, item_type: 'hat' } },
    { values: { item_type: 'jersey', names: filled.names } },
    { values: { item_type: 'jersey', fields: filled.fields } },
  ])('returns undefined for the invalid draft %j', (stored) => {
    writeStored(KEY, stored);
    expect(readKeptDraft(KEY)).toBeUndefined();
  });

  it.each([
    ['name', 7],
    ['number', '10'],
    ['tags', 'framed'],
    ['tags', [7]],
    ['secondary_colors', ['red']],
    ['is_signed', 'yes'],
    ['price', 45],
    ['price', { amount: 45 }],
    ['acquired_on', 'yesterday'],
    ['type', 'hat'],
    ['condition', null],
  ])('resets the field %s with the invalid value %j, and keeps the other fields', (field, value) => {
    writeStored(KEY, { values: { ...filled, fields: { ...filled.fields, [field]: value } } });
    const { [field as 'name']: _expected, ...others } = filled.fields;
    const { [field as 'name']: restored, ...restoredOthers } = readKeptDraft(KEY)?.values.fields ?? {};
    expect(restored).toEqual(initial.fields[field as 'name']);
    expect(restoredOthers).toEqual(others);
  });

  it('omits fields and names that the item type lacks', () => {
    const fields = { ...filled.fields, type: 'scarf', colour: 'red' };
    writeStored(KEY, {
      values: { ...filled, fields, names: { ...filled.names, sponsor: 'Mediolanum', club: 7 } },
    });
    expect(readKeptDraft(KEY)?.values).toEqual({ ...filled, names: { ...filled.names, club: '' } });
  });

  it.each(['42', 4.2, null, {}])('returns no item id for the invalid stored id %j', (itemId) => {
    writeStored(KEY, { values: filled, itemId });
    expect(readKeptDraft(KEY)).toEqual({ values: filled, itemId: undefined });
  });
});
