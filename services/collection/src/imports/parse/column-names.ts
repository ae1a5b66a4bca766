import { isTooLongForHeading } from '../read/source-table.ts';
import {
  AMBIGUOUS_WORDS,
  COLUMN_WORDS,
  HOMEBOX_COLUMNS,
  OTHER_HEADINGS,
  STATUS_WORDS,
} from './column-words.ts';
import { IMPORT_FIELDS } from './import-fields.ts';
import { CURRENCY_WORDS, SHARED_CURRENCIES, splitCamelCase, splitWords, toNameKey } from './value-words.ts';

/** The fields that a heading may stand for, the likeliest first. */
const FIELDS_OF: ReadonlyMap<string, readonly string[]> = collectHeadings();
const OTHERS: ReadonlySet<string> = new Set(
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
  // `Is signed`, `isSigned`.
  for (const [field, { kind }] of IMPORT_FIELDS) if (kind !== 'helper') add(field, field);
  return fields;
}

/** Columns of exports that describe the exported item, not the new one. */
const OF_EXPORTS: ReadonlySet<string> = new Set(['created_at', 'updated_at', 'photos', 'values']);

/**
 * The fields that a column's name may stand for, the likeliest first: that of the API with this very name.
 */
export function listColumnFields(name: string): readonly string[] {
  if (isTooLongForHeading(name)) return [];
  const exact = IMPORT_FIELDS.has(name) && !OF_EXPORTS.has(name) ? [name] : [];
  const found = listHeadingKeys(name).map((key) => FIELDS_OF.get(key) ?? []);
  const named = isHomebox(name) ? listHomeboxFields(name) : (found.find((one) => one.length > 0) ?? []);
  const fields = holdsPlayerAndNumber(name) ? ['player_name', ...named] : named;
  return [...new Set([...exact, ...fields.filter((field) => IMPORT_FIELDS.has(field))])];
}

/** Whether a text is a usual heading, also one without a field, such as `Sponsor`. */
export function isKnownHeading(name: string): boolean {
  if (isTooLongForHeading(name)) return false;
  return (
    listColumnFields(name).length > 0 ||
    isHomebox(name) ||
    listHeadingKeys(name).some((key) => OTHERS.has(key) || IMPORT_FIELDS.has(key.replaceAll(' ', '_')))
  );
}

/** `HB.name`, and `HB.field.Size` for a field of one's own. */
export function isHomebox(name: string): boolean {
  return /^HB\.\S/i.test(name);
}

function listHomeboxFields(name: string): readonly string[] {
  const own = /^HB\.field\.(.+)$/i.exec(name)?.[1];
  if (own !== undefined) return listColumnFields(own);
  const field = HOMEBOX_COLUMNS[name.slice(3).toLowerCase()];
  return field === undefined ? [] : [field];
}

const NAME_ALONE: ReadonlySet<string> = new Set(['name', 'nombre', 'nom', 'nome', 'naam']);

/**
 * Whether a heading means a player and a number, such as `Player & No.` or, if its values agree,
 * `Name/Number`.
 */
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
 * The ways to read a heading, the surest first: whole, without brackets, units and currencies, without
 * `shirt`, in parts.
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

/** As keys of words. */
const UNITS: ReadonlySet<string> = new Set([
  ...splitWords('x|euro|euros|eu|uk|us|cm|zl|kc|rm'),
  ...Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()),
  ...[...CURRENCY_WORDS.keys()].filter((word) => /\p{Sc}/u.test(word)),
  ...SHARED_CURRENCIES.flatMap(({ words }) => [...words]),
]);
const PREPOSITIONS: ReadonlySet<string> = new Set(splitWords('in|en|em|of|out|von|sur|su|de'));

/** Without units at the end, and what leads to them: `preis in eur` is `preis`. */
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
