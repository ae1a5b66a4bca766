import { toInteger } from '@kitroom/server/pages/read-number';
import { COLOUR_NAMES, COUNTRY_CODES, countryName, fold, readSeason } from '@kitroom/shared';
import { suggestNames } from '../../records/list-records.ts';
import type { ReferenceKind } from '../../records/record-form-fields.ts';
import type { CatalogueIndex } from '../../search/index/catalogue-index.ts';
import type { NamedRow } from '../../search/index/index-queries.ts';

/** Something that a field refers to by name: a record, a country or a colour. */
export interface Reference {
  /** The slug, year, name or code that identifies it in imports. */
  key: string;
  name: string;
  folded: string;
  id?: number;
}

/** The maximum number of suggestions, and of records that an error names. */
const SUGGESTED_MAX = 10;

export const NAMED_TABLES = { club: 'clubs', brand: 'brands', competition: 'competitions' } as const;

/** Whether records of a kind are found by a name search. */
export function isNamed(kind: ReferenceKind): kind is keyof typeof NAMED_TABLES {
  return Object.hasOwn(NAMED_TABLES, kind);
}

const COUNTRIES = toReferences([...COUNTRY_CODES].map((key) => ({ key, name: countryName(key) })));
const COLOURS = toReferences(COLOUR_NAMES.map((name) => ({ key: name, name })));

/** Lists everything that a field of a kind may refer to. */
function listReferences(index: CatalogueIndex, kind: ReferenceKind): readonly Reference[] {
  if (isNamed(kind)) return Array.from(index[NAMED_TABLES[kind]].byId.values(), toReference);
  switch (kind) {
    case 'season':
      return toReferences([...index.seasons.values()].map(({ id, year }) => ({ id, key: year, name: year })));
    case 'kit_type':
      return toReferences(index.types.map(({ id, name }) => ({ id, key: name, name })));
    case 'country':
      return COUNTRIES;
    case 'colour':
      return COLOURS;
  }
}

function toReference({ id, slug, name, foldedName }: NamedRow): Reference {
  return { id, key: slug, name, folded: foldedName };
}

function toReferences(all: ReadonlyArray<Omit<Reference, 'folded'>>): Reference[] {
  return all.map((reference) => ({ ...reference, folded: fold(reference.name) }));
}

/**
 * Finds all references that a text may mean: by key, otherwise by name, ignoring case and accents, otherwise
 * by id. A `#` marks an id explicitly: `12`, `#12`, `Arsenal (#12)`.
 */
export function findReferences(index: CatalogueIndex, kind: ReferenceKind, text: string): Reference[] {
  const all = listReferences(index, kind);
  const number = /(?:^|\()#(\d+)\)?$/.exec(text)?.[1];
  if (number !== undefined) return all.filter(({ id }) => id === toInteger(number));
  const year = kind === 'season' ? readSeason(text) : undefined;
  const name = fold(year ?? text);
  const tests: Array<(reference: Reference) => boolean> = [
    ({ key }) => key === text,
    ({ folded }) => folded === name && name !== '',
    ({ key }) => kind === 'country' && key === text.toUpperCase(),
    ({ id }) => year === undefined && id !== undefined && id === toInteger(text),
  ];
  return tests.map((test) => all.filter(test)).find((matches) => matches.length > 0) ?? [];
}

/**
 * The text that fields show and parse for a reference: its name, followed by its id if the name is not
 * unique.
 */
export function showReference(index: CatalogueIndex, kind: ReferenceKind, key: string): string {
  const all = listReferences(index, kind);
  const reference = all.find((candidate) => candidate.key === key);
  return reference ? uniqueName(all, reference) : key;
}

function uniqueName(all: readonly Reference[], { id, name, folded }: Reference): string {
  const isOnly = all.filter((candidate) => candidate.folded === folded).length === 1;
  return isOnly ? name : `${name} (#${id})`;
}

/**
 * Returns the key that a text refers to, or the text itself if it is unknown. If it is ambiguous, `problem`
 * says so.
 */
export function toReferenceKey(
  index: CatalogueIndex,
  kind: ReferenceKind,
  text: string,
): { key: string; problem?: string } {
  const matches = findReferences(index, kind, text);
  if (matches.length < 2) return { key: matches[0]?.key ?? text };
  const choices = matches.slice(0, SUGGESTED_MAX).map(({ id, name }) => `${name} (#${id})`);
  return { key: text, problem: `several are named “${text}”. Choose ${choices.join(' or ')}.` };
}

/** Returns suggestions for a partly typed text. Those that begin with it come first. */
export function suggestReferences(
  index: CatalogueIndex,
  kind: ReferenceKind,
  typed: string,
): Array<{ value: string; label: string }> {
  const text = fold(typed);
  if (text === '') return [];
  const all = listReferences(index, kind);
  const matches = isNamed(kind)
    ? suggestNames(index, NAMED_TABLES[kind], text, SUGGESTED_MAX).map(({ row }) => toReference(row))
    : findContaining(all, text);
  return matches.slice(0, SUGGESTED_MAX).map((reference) => ({
    value: uniqueName(all, reference),
    label: reference.key === reference.name ? '' : reference.key,
  }));
}

function findContaining(all: readonly Reference[], text: string): Reference[] {
  const positioned = all.map((reference) => ({ reference, position: reference.folded.indexOf(text) }));
  return positioned
    .filter(({ position }) => position >= 0)
    .toSorted((left, right) => Math.sign(left.position) - Math.sign(right.position))
    .map(({ reference }) => reference);
}
