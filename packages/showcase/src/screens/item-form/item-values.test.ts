import { describe, expect, it } from '@jest/globals';
import type { Kit } from '@kitroom/catalogue-client';
import { ITEM_TYPES } from '@kitroom/collection-client';
import {
  findProblems,
  listChanges,
  listFields,
  mergeValues,
  toNewItem,
  toNewValues,
  toPatch,
  typeOfKit,
  UNKNOWN_KIT,
  withKitFields,
  withReference,
} from './item-values.ts';

const KIT = {
  id: 7,
  name: 'Milan 1990 Home',
  type: { name: 'Track Jacket', category: 'jacket' },
  brand: { id: 2, name: 'Adidas' },
  team: { id: 3, name: 'Milan', country: 'IT' },
  season: { id: 4, year: '1990-91' },
  design: 'Stripes',
  primary_color: { name: 'Red' },
  secondary_color: [{ name: 'Black' }, { name: 'a colour that items lack' }],
} as unknown as Kit;

const empty = toNewValues('jersey');

describe('toNewValues', () => {
  it.each(ITEM_TYPES)('has a value for each field of the type %s', (type) => {
    const { fields } = toNewValues(type);
    expect(Object.keys(fields).toSorted()).toEqual(listFields(type).toSorted());
    expect(Object.values(fields)).not.toContain(undefined);
  });

  it('copies type, brand, club, season, country and colours from a kit', () => {
    expect(typeOfKit(KIT)).toBe('outerwear');
    const { fields, names } = toNewValues('outerwear', KIT);
    expect(fields).toMatchObject({ name: KIT.name, kit: 7, brand: 2, club: 3, season: 4, country: 'IT' });
    expect(fields.secondary_colors).toHaveLength(1);
    expect(names).toEqual({ brand: 'Adidas', club: 'Milan', season: '1990-91', kit: KIT.name });
  });
});

describe('withReference', () => {
  it('replaces a typed name by an id, and an id by a typed name', () => {
    const typed = withReference(empty, 'club', null, ' Milan ');
    expect(typed.fields).toMatchObject({ club: null, club_text: 'Milan' });
    expect(typed.names.club).toBe(' Milan ');
    expect(withReference(typed, 'club', 3, 'Milan').fields).toMatchObject({ club: 3, club_text: '' });
  });
});

describe('withKitFields', () => {
  it('fills empty fields, and keeps fields that the user has filled in', () => {
    const mine = withReference(
      { ...empty, fields: { ...empty.fields, name: 'Mine' } },
      'club',
      null,
      'AC Milan',
    );
    const filled = withKitFields(mine, KIT);
    expect(filled.fields).toMatchObject({
      name: 'Mine',
      club: null,
      club_text: 'AC Milan',
      brand: 2,
      season: 4,
    });
    expect(filled.names).toMatchObject({ club: 'AC Milan', brand: 'Adidas', season: '1990-91' });
  });
});

describe('findProblems', () => {
  it.each([
    ['1234.5', false],
    ['45', false],
    ['45 or so', true],
    ['', true],
    ['1,5', true],
  ])('finds a problem with the price %j: %s', (amount, isProblem) => {
    const fields = { ...empty.fields, name: 'Milan', price: { amount, currency: 'EUR' } };
    expect(Object.keys(findProblems({ ...empty, fields }, false))).toEqual(isProblem ? ['price'] : []);
  });

  it('requires a name of an item, but not of a draft', () => {
    const blank = { ...empty, fields: { ...empty.fields, name: '  ' } };
    expect(Object.keys(findProblems(blank, false))).toEqual(['name']);
    expect(findProblems(blank, true)).toEqual({});
  });

  it('rejects a typed kit name that was not chosen, also for drafts', () => {
    const typed = withReference(empty, 'kit', null, 'Milan 1990');
    expect(findProblems(typed, true)).toEqual({ kit: [UNKNOWN_KIT] });
    expect(findProblems(withReference(empty, 'kit', 7, 'Milan 1990'), true)).toEqual({});
  });
});

describe('mergeValues', () => {
  it('keeps own changes, an id with its name, and takes other fields from the other version', () => {
    const base = withReference(empty, 'club', 3, 'Milan');
    const mine = withReference({ ...base, fields: { ...base.fields, number: 10 } }, 'club', null, 'Inter');
    const theirs = withReference(
      { ...base, fields: { ...base.fields, notes: 'theirs', number: 9 } },
      'brand',
      2,
      'Adidas',
    );
    const changed = listChanges(base, mine);
    expect(changed).toEqual(['club', 'club_text', 'number']);
    const merged = mergeValues(theirs, mine, changed);
    expect(merged.fields).toMatchObject({
      club: null,
      club_text: 'Inter',
      number: 10,
      brand: 2,
      notes: 'theirs',
    });
    expect(merged.names).toMatchObject({ club: 'Inter', brand: 'Adidas' });
    expect(toPatch(mine, changed)).toEqual({ club: null, club_text: 'Inter', number: 10 });
  });
});

describe('toNewItem', () => {
  it('adds the item type to the fields', () => {
    expect(toNewItem(empty)).toEqual({ ...empty.fields, item_type: 'jersey' });
  });
});
