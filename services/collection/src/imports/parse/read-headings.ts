import { isTooLongForHeading } from '../read/source-table.ts';
import {
  AMBIGUOUS_WORDS,
  COLUMN_WORDS,
  HOMEBOX_COLUMNS,
  OTHER_HEADINGS,
  STATUS_WORDS,
} from './heading-words.ts';
import { IMPORT_FIELDS } from './import-fields.ts';
import { CURRENCY_WORDS, SHARED_CURRENCIES, splitCamelCase, splitWords, toNameKey } from './value-words.ts';

/** The fields that a heading may mean, likeliest first. */
const FIELDS_OF: ReadonlyMap<string, readonly string[]> = collectHeadings();
const HEADINGS_WITHOUT_FIELD: ReadonlySet<string> = new Set(
  [OTHER_HEADINGS, ...Object.values(STATUS_WORDS)].flatMap(splitWords).map(toNameKey),
);

function collectHeadings(): Map<string, string[]> {
  const fields = new Map<string, string[]>();
  const add = (heading: string, field: string) => {
    const key = toNameKey(heading);
    fields.set(key, [...(fields.get(key) ?? []), field]);
  };
  for (const [list, headings] of [...AMBIGUOUS_WORDS, ...Object.entries(COLUMN_WORDS)]) {
    for (const heading of splitWords(headings)) for (const field of list.split(',')) add(heading, field);
  }
  // Names of fields are headings as well: `Is signed`, `isSigned`.
  for (const [field, { kind }] of IMPORT_FIELDS) if (kind !== 'helper') add(field, field);
  return fields;
}

/** Fields of own exports, which are not proposed for columns of the same name in other files. */
const EXPORT_COLUMNS: ReadonlySet<string> = new Set(['created_at', 'updated_at', 'photos', 'values']);

/**
 * Lists the fields that a column's name may mean, likeliest first, beginning with a field of the same name.
 */
export function listColumnFields(name: string): readonly string[] {
  if (isTooLongForHeading(name)) return [];
  const exact = IMPORT_FIELDS.has(name) && !EXPORT_COLUMNS.has(name) ? [name] : [];
  const lists = listHeadingKeys(name).map((key) => FIELDS_OF.get(key) ?? []);
  const named = isHomebox(name) ? listHomeboxFields(name) : (lists.find((list) => list.length > 0) ?? []);
  const fields = holdsPlayerAndNumber(name) ? ['player_name', ...named] : named;
  return [...new Set([...exact, ...fields.filter((field) => IMPORT_FIELDS.has(field))])];
}

/** Whether a text is a known heading, also one without a field, such as `Sponsor`. */
export function isKnownHeading(name: string): boolean {
  if (isTooLongForHeading(name)) return false;
  return (
    listColumnFields(name).length > 0 ||
    isHomebox(name) ||
    listHeadingKeys(name).some(
      (key) => HEADINGS_WITHOUT_FIELD.has(key) || IMPORT_FIELDS.has(key.replaceAll(' ', '_')),
    )
  );
}

/** Whether a column is one of Homebox: `HB.name`, or `HB.field.Size` for a custom field. */
export function isHomebox(name: string): boolean {
  return /^HB\.\S/i.test(name);
}

function listHomeboxFields(name: string): readonly string[] {
  const customField = /^HB\.field\.(.+)$/i.exec(name)?.[1];
  if (customField !== undefined) return listColumnFields(customField);
  const field = HOMEBOX_COLUMNS[name.slice(3).toLowerCase()];
  return field === undefined ? [] : [field];
}

const NAME_ALONE: ReadonlySet<string> = new Set(['name', 'nombre', 'nom', 'nome', 'naam']);

/** Whether a heading means a player and a number: surely `Player & No.`, perhaps `Name/Number`. */
export function holdsPlayerAndNumber(name: string): 'surely' | 'perhaps' | undefined {
  const parts = name
    .replace(/^HB\.field\./i, '')
    .replaceAll(/[#№]/g, ' number ')
    .split(/[/|,;:&+()[\]{}]|\s[-–—]\s|\s(?:and|und|y|et|e|en|with|mit|con|avec|com)\s/i)
    .map(toNameKey);
  const hasField = (field: string) => parts.some((part) => FIELDS_OF.get(part)?.includes(field));
  if (!hasField('number')) return undefined;
  if (hasField('player_name')) return 'surely';
  return parts.some((part) => NAME_ALONE.has(part)) ? 'perhaps' : undefined;
}

/**
 * Lists the ways to read a heading, most reliable first: whole, without brackets, units and currencies,
 * without words such as `shirt`, and in parts.
 */
export function listHeadingKeys(name: string): string[] {
  const plain = splitCamelCase(name).replaceAll(/[#№]/g, ' number ');
  const bare = plain.replaceAll(/[([{][^()[\]{}]*[)\]}]/g, ' ');
  const parts = bare.split(/[/|,:&+]| - | or | oder | and | und | ou | et | o /i);
  const keys = [plain, bare, ...(parts.length > 1 ? parts : [])].map(toNameKey);
  const spellings = keys.flatMap((key) => [key, withoutUnit(key), withoutNoun(withoutUnit(key))]);
  return [...new Set(spellings.flatMap((key) => [key, key.replaceAll('_', ' ')]))].filter(
    (key) => key !== '',
  );
}

/** Units and currencies, normalized by `toNameKey`. */
const UNITS: ReadonlySet<string> = new Set([
  ...splitWords('x|euro|euros|eu|uk|us|cm|zl|kc|rm'),
  ...Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()),
  ...[...CURRENCY_WORDS.keys()].filter((word) => /\p{Sc}/u.test(word)),
  ...SHARED_CURRENCIES.flatMap(({ words }) => [...words]),
]);
const PREPOSITIONS: ReadonlySet<string> = new Set(splitWords('in|en|em|of|out|von|sur|su|de'));

/** Removes units at the end and prepositions before them: `preis in eur` becomes `preis`. */
function withoutUnit(key: string): string {
  const words = key.split(' ');
  const lastWord = words.findLastIndex((word) => !UNITS.has(word) && !/^\d{1,3}$/.test(word));
  const named = words.slice(0, Math.max(lastWord, 0) + 1);
  const last =
    named.length < words.length ? named.findLastIndex((word) => !PREPOSITIONS.has(word)) : lastWord;
  return named
    .slice(0, Math.max(last, 0) + 1)
    .join(' ')
    .replace(/^[€£$] ?| ?[€£$]$/g, '');
}

function withoutNoun(key: string): string {
  return key
    .replace(/^(?:nombre|nom|nome) (?:del|de la|du|de l|do|da|della|dell) /, '')
    .replace(/^(?:my|the|shirt|jersey|kit|item|football|trikot|mein|maglia|maillot|camiseta|camisa) /, '')
    .replace(
      / (?:name|of shirt|of the shirt|des trikots|de la camiseta|du maillot|della maglia|da camisa)$/,
      '',
    );
}
