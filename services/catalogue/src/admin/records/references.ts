import { toInteger } from '@kitroom/server/pages/read-number';
import { COLOUR_NAMES, COUNTRY_CODES, countryName, fold, readSeason } from '@kitroom/shared';
import { suggestNames } from '../../records/list-records.ts';
import type { ReferenceKind } from '../../records/record-form-fields.ts';
import type { CatalogueIndex } from '../../search/index/catalogue-index.ts';
import type { NamedRow } from '../../search/index/index-queries.ts';

/** What a field refers to by name. */
export interface Reference {
  /** What imports know it by: its slug, year, name or code. */
  key: string;
  name: string;
  folded: string;
  id?: number;
}

/** How many suggestions are made, and how many records an error names. */
const SUGGESTED = 10;

export const NAMED_TABLES = { club: 'clubs', brand: 'brands', competition: 'competitions' } as const;

/** Whether records of a kind are found by a name search. */
export function isNamed(kind: ReferenceKind): kind is keyof typeof NAMED_TABLES {
  return Object.hasOwn(NAMED_TABLES, kind);
}

const COUNTRIES = toReferences([...COUNTRY_CODES].map((key) => ({ key, name: countryName(key) })));
const COLOURS = toReferences(COLOUR_NAMES.map((name) => ({ key: name, name })));

/** All that a field may refer to. */
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
  return all.map((one) => ({ ...one, folded: fold(one.name) }));
}

/**
 * All that a text means: a key, else a name without regard to case and accents, else a number, which may
 * follow a `#` so that it is no name: `12`, `#12`, `Arsenal (#12)`.
 */
export function findReferences(index: CatalogueIndex, kind: ReferenceKind, text: string): Reference[] {
  const all = listReferences(index, kind);
  const number = /(?:^|\()#(\d+)\)?$/.exec(text)?.[1];
  if (number !== undefined) return all.filter(({ id }) => id === toInteger(number));
  const year = kind === 'season' ? readSeason(text) : undefined;
  const name = fold(year ?? text);
  const tests: Array<(one: Reference) => boolean> = [
    ({ key }) => key === text,
    ({ folded }) => folded === name && name !== '',
    ({ key }) => kind === 'country' && key === text.toUpperCase(),
    ({ id }) => year === undefined && id !== undefined && id === toInteger(text),
  ];
  return tests.map((test) => all.filter(test)).find((found) => found.length > 0) ?? [];
}

/** A record as fields show and read it: its name, with its number if others have the same. */
export function showReference(index: CatalogueIndex, kind: ReferenceKind, key: string): string {
  const all = listReferences(index, kind);
  const one = all.find((other) => other.key === key);
  return one ? nameAmong(all, one) : key;
}

function nameAmong(all: readonly Reference[], { id, name, folded }: Reference): string {
  const isOnly = all.filter((other) => other.folded === folded).length === 1;
  return isOnly ? name : `${name} (#${id})`;
}

/** The key of what a text means: itself if it means nothing known; with the problem if it means several. */
export function toReferenceKey(
  index: CatalogueIndex,
  kind: ReferenceKind,
  text: string,
): { key: string; problem?: string } {
  const found = findReferences(index, kind, text);
  if (found.length < 2) return { key: found[0]?.key ?? text };
  const each = found.slice(0, SUGGESTED).map(({ id, name }) => `${name} (#${id})`);
  return { key: text, problem: `several are named “${text}”. Choose ${each.join(' or ')}.` };
}

/** Suggestions for a text that is being typed; those that begin with it come first. */
export function suggestReferences(
  index: CatalogueIndex,
  kind: ReferenceKind,
  typed: string,
): Array<{ value: string; label: string }> {
  const text = fold(typed);
  if (text === '') return [];
  const all = listReferences(index, kind);
  const found = isNamed(kind)
    ? suggestNames(index, NAMED_TABLES[kind], text, SUGGESTED).map(({ row }) => toReference(row))
    : findContaining(all, text);
  return found
    .slice(0, SUGGESTED)
    .map((one) => ({ value: nameAmong(all, one), label: one.key === one.name ? '' : one.key }));
}

function findContaining(all: readonly Reference[], text: string): Reference[] {
  const placed = all.map((one) => ({ one, place: one.folded.indexOf(text) }));
  return placed
    .filter(({ place }) => place >= 0)
    .toSorted((one, other) => Math.sign(one.place) - Math.sign(other.place))
    .map(({ one }) => one);
}
