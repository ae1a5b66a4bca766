import {
  DESIGN_CODES,
  ITEM_COLOURS,
  notStorable,
  SIZES,
  type ItemColour,
  type ItemType,
} from '@kitroom/collection-client';
import {
  countryOfAssociation,
  countryOfInformalCode,
  findCountry,
  isCountryCode,
  isStorable,
  trimEndOf,
} from '@kitroom/shared';
import { quote } from '@kitroom/tabular';
import {
  BOOLEAN_WORDS,
  COLOUR_WORDS,
  CONDITION_WORDS,
  ITEM_TYPE_WORDS,
  KIT_KIND_WORDS,
  OWN_BOOLEAN_WORDS,
  SIZE_FILLERS,
  SIZE_WORDS,
  splitWords,
  toNameKey,
  TYPE_WORDS,
  type KitKind,
} from './value-words.ts';

/** Longer texts are neither a list of colours nor a country. */
const WORDS_MAX = 200;

/** The result of reading a cell: a value, a remark for the notes, or both; or an error. */
export interface Reading<T> {
  value?: T;
  note?: string;
  error?: string;
}

export function unreadable(text: string, format: string): { error: string } {
  return { error: `${quote(text)} is not ${format}.` };
}

/**
 * Reads yes or no; for some fields also specific words, such as `long` for the sleeves. If the heading is
 * such a word for no, yes and no in its column mean the opposite.
 */
export function readBoolean(text: string, field = '', heading = ''): Reading<boolean> {
  const fieldWords = OWN_BOOLEAN_WORDS[field];
  const isOpposite = fieldWords?.get(toNameKey(heading)) === false;
  const find = (word: string) => {
    const value = findBoolean(word);
    return fieldWords?.get(toNameKey(word)) ?? (value !== undefined && isOpposite ? !value : value);
  };
  return readWithRemark(text, find, 'yes or no');
}

export function findBoolean(text: string): boolean | undefined {
  const trimmed = text.trim();
  if (/^[✓✔☑✅☒•●🗸×]\uFE0F?$/u.test(trimmed)) return true;
  if (/^[-✗✘❌☐○]\uFE0F?$/u.test(trimmed)) return false;
  return BOOLEAN_WORDS.get(toNameKey(text));
}

/**
 * Reads a value that a remark may follow, such as `yes (on the front)` or `Good, small hole`; in that case,
 * the whole text is also a note.
 */
function readWithRemark<T>(text: string, find: (text: string) => T | undefined, format: string): Reading<T> {
  const whole = find(text);
  if (whole !== undefined) return { value: whole };
  const [first = ''] = text.split(/,(?!\d)|[;(]|\s[-–—]\s/, 1);
  const value = find(first);
  return value === undefined ? unreadable(text, format) : { value, note: text.trim() };
}

/** Reads a whole number, also `#7`, `8/10` and `7.0`. */
export function readWhole(text: string): Reading<number> {
  const match = /^(?:#|no\.?|nr\.?|n[º°]\.?)?\s*(\d{1,9})(?:[.,]0+)?(?:\s*\/\s*10)?$/i.exec(text.trim());
  return match ? { value: Number(match[1]) } : unreadable(text, 'a whole number, such as 7');
}

/** Separators between a player's name and the number, before and after the number. */
const BEFORE_NUMBER = /[\s,;:/|([#№–—-]/u;
const AFTER_NUMBER = /^[\s,;:/|)\].–—-]+/u;
const NUMBER_WORD = /(?<![\p{L}])(?:no|nr|num|number|nummer|n[uú]mero|num[eé]ro|n[º°])\.?$/iu;

/**
 * Reads a player with a number: `Messi 10`, `10 Messi`, `Messi (10)`, `Nr. 10`. Unclear texts become a note;
 * so do numbers that differ from `numberCell`, the cell of the column for numbers.
 */
export function readPlayer(
  text: string,
  numberCell?: string,
): Reading<{ player_name?: string; number?: number }> {
  const trimmed = text.trim();
  const [digits, ...others] = trimmed.match(/\d+/g) ?? [];
  if (digits === undefined) return { value: { player_name: trimmed } };
  const [before = '', after = ''] = trimmed.split(digits);
  const isPart = /\p{L}$/u.test(before) || /^\p{L}/u.test(after);
  const leading = trimEndOf(trimEndOf(before, BEFORE_NUMBER).replace(NUMBER_WORD, ''), BEFORE_NUMBER);
  const following = after.replace(AFTER_NUMBER, '').replace(/^\((.*)\)$/, '$1');
  const isClear =
    others.length === 0 && digits.length <= 3 && !isPart && (leading === '' || following === '');
  if (!isClear) return { note: trimmed };
  const name = leading || following;
  const number = Number(digits);
  const differs = numberCell !== undefined && readWhole(numberCell).value !== number;
  return {
    value: { ...(name !== '' && { player_name: name }), number },
    ...(differs && { note: trimmed }),
  };
}

export function readItemType(text: string): string {
  return ITEM_TYPE_WORDS.get(toNameKey(text)) ?? text.trim();
}

/** Reads a value of the field `type`. */
export function readType(text: string): Reading<string> {
  const value = TYPE_WORDS.get(toNameKey(text));
  return value === undefined ? unreadable(text, 'a type, such as jacket or scarf') : { value };
}

type Condition = { condition?: number; detailed_condition?: string };

/** Reads a grade from 1 to 10, or words for the detailed condition, after which remarks become a note. */
export function readCondition(text: string): Reading<Condition> {
  return readWithRemark(text, findCondition, 'a condition, such as 8, BNWT or very good');
}

const CONDITION_NOUN =
  /^(?:in )?(?:condition|zustand|estado|etat|condizioni|condizione|stato)\b ?| ?(?:condition|zustand|estado|etat|condizioni|condizione|stato)$/g;

function findCondition(text: string): Condition | undefined {
  const { value: condition } = readWhole(text);
  if (condition !== undefined) return { condition };
  const key = toNameKey(text);
  const bare = key.replaceAll(CONDITION_NOUN, '').replace(/^(?:in|en|em) /, '');
  // German adjectives are inflected before the noun: `sehr guter Zustand`.
  const words = [key, bare, bare.replace(/(?:er|es)$/, '')];
  const detailed = words.map((word) => CONDITION_WORDS.get(word)).find(Boolean);
  return detailed === undefined ? undefined : { detailed_condition: detailed };
}

export function readDesign(text: string): Reading<string> {
  const key = toNameKey(text);
  const design = DESIGN_CODES.find(({ id, name }) => toNameKey(name) === key || toNameKey(id) === key);
  return design ? { value: design.id } : unreadable(text, 'a design, such as stripes');
}

export function readColour(text: string): Reading<number> {
  const key = toNameKey(text);
  const named = COLOUR_WORDS.get(key);
  const isMeant = ({ id, name }: ItemColour) => (named ? name === named : String(id) === key);
  const value = ITEM_COLOURS.find(isMeant)?.id;
  return value === undefined ? unreadable(text, 'a colour that items can have, such as Red') : { value };
}

/** Reads a list of colours; if some entries are not colours, the whole text is also a note. */
export function readColours(text: string): Reading<number[]> {
  const { value: names, error } = readList(text, COLOUR_SEPARATORS);
  if (names === undefined) return { ...(error !== undefined && { error }) };
  const colours = names.map(readColour);
  const value = colours.flatMap(({ value: id }) => id ?? []);
  const wrong = colours.find((colour) => colour.value === undefined);
  if (wrong?.error === undefined) return { value };
  return value.length > 0 ? { value, note: text.trim() } : { error: wrong.error };
}

const COLOUR_SEPARATORS = /[,;|/&+]|\s(?:and|with|und|mit|y|con|et|avec|e|com|en|met)\s/i;

/** Reads a main colour and other colours after it: `Red/White`, `rojo y blanco`, `Blau-Weiß`. */
export function readMainColour(text: string): Reading<{ main: number; others: number[] }> {
  const whole = readColour(text);
  if (whole.value !== undefined) return { value: { main: whole.value, others: [] } };
  const parts = text.length > WORDS_MAX ? [] : [text, text.replaceAll(/[-–]/g, '/')];
  const lists = parts.map(readColours).filter(({ value }) => value && value.length > 0);
  const { value = [], note } = lists.find((list) => list.note === undefined) ?? lists[0] ?? {};
  const [main, ...others] = value;
  if (main === undefined) return { error: whole.error ?? '' };
  return { value: { main, others }, ...(note !== undefined && { note: text.trim() }) };
}

/**
 * Reads a country by its code, the code of its football association, or its name in one of seven languages.
 * England and the other parts of the United Kingdom count as GB.
 */
export function readCountry(text: string): Reading<string> {
  const trimmed = text.trim();
  if (trimmed.length > WORDS_MAX) return unreadable(text, 'a country, such as Spain or ES');
  const code = trimmed.replaceAll('.', '').toUpperCase();
  if (isCountryCode(code)) return { value: code };
  const named =
    countryOfInformalCode(code)?.country ??
    countryOfAssociation(code) ??
    (findCountry(trimmed) ?? findCountry(code))?.slice(0, 2);
  return named === undefined ? unreadable(text, 'a country, such as Spain or ES') : { value: named };
}

/** Reads a JSON list, or entries between separators. */
export function readList(text: string, separators: RegExp = /[,;|/&+]/): Reading<string[]> {
  const trimmed = text.trim();
  const list = trimmed.startsWith('[') ? parseJson(trimmed) : undefined;
  if (Array.isArray(list)) return toNames(list);
  const parts = trimmed.split(separators).map((part) => part.trim());
  return { value: parts.filter((part) => part !== '') };
}

/** Returns undefined for a text that only looks like JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The caller splits it like any other text.
    return undefined;
  }
}

/** Reads a list of strings, numbers, or records with a name. */
function toNames(list: readonly unknown[]): Reading<string[]> {
  const names = list.map((entry) => {
    const name = typeof entry === 'object' && entry !== null && 'name' in entry ? entry.name : entry;
    return typeof name === 'number' ? String(name) : name;
  });
  const texts = names.filter((name) => typeof name === 'string');
  if (texts.length < names.length)
    return { error: 'A list may contain only strings, such as ["Red", "White"].' };
  const wrong = texts.find((name) => !isStorable(name));
  return wrong === undefined ? { value: texts } : { error: notStorable(wrong) };
}

const CATEGORY_OF: Readonly<Record<ItemType, string>> = {
  jersey: 'tops',
  outerwear: 'tops',
  tracksuit: 'tops',
  shorts: 'bottoms',
  pants: 'bottoms',
  other: 'other',
};

/** Reads a size by name, preferably of the category of the item's type; `Mens L` and `Size L` are L. */
export function readSize(text: string, type: ItemType | undefined): Reading<number> {
  const key = toNameKey(text);
  const bare = toNameKey(text.replaceAll(/['’]s\b/gi, ''))
    .split(' ')
    .filter((word) => !SIZE_FILLERS.has(word))
    .join(' ');
  const name = SIZE_WORDS.get(key) ?? SIZE_WORDS.get(bare) ?? bare;
  const category = CATEGORY_OF[type ?? 'jersey'];
  const named = SIZES.filter((size) => toNameKey(size.name) === toNameKey(name));
  // The 42 of a jersey is its chest or an age, never a waist.
  const size =
    named.find((candidate) => candidate.category === category) ?? (/^\d/.test(name) ? undefined : named[0]);
  return size ? { value: size.id } : unreadable(text, 'a size that items can have, such as L');
}

const KIT_NOUNS =
  /\b(?:kit|shirts?|jersey|strip|top|trikot|camiseta|equipacion|uniforme|maillot|maglia|divisa|camisa|camisola|equipamento)\b/g;

/** Whether a text is a word for a shirt or kit, such as `Maglia`. */
export function isKitNoun(text: string): boolean {
  return toNameKey(text).replaceAll(KIT_NOUNS, '') === '';
}

/** Reads a text that names nothing but a kind of kit: `Home`, `Away shirt`, `Heimtrikot`, `GK`. */
export function readKitKind(text: string): KitKind | undefined {
  const key = toNameKey(text);
  const bare = key.replaceAll(KIT_NOUNS, ' ').replaceAll(/\s+/g, ' ').trim();
  return (
    KIT_KIND_WORDS.get(key) ??
    KIT_KIND_WORDS.get(bare) ??
    KIT_KIND_WORDS.get(bare.replace(/^(?:de|da|del|do|a|di)\s/, ''))
  );
}

/** The kinds of kits that a name indicates, by unambiguous words or by words next to one for kit. */
export function findKitKinds(text: string): Set<KitKind> {
  const key = toNameKey(text);
  const whole = /\b(?:kit|equipacion|divisa|uniforme|equipamento)\b/.test(key)
    ? readKitKind(text)
    : undefined;
  if (whole) return new Set([whole]);
  return new Set(
    key
      .split(' ')
      .filter((word) => CERTAIN_KIND_WORDS.has(word))
      .flatMap((word) => KIT_KIND_WORDS.get(word) ?? []),
  );
}

/** Unambiguous words for kinds; next to other words, `first` or `casa` may mean anything. */
const CERTAIN_KIND_WORDS: ReadonlySet<string> = new Set(
  splitWords(
    'home|away|third|fourth|gk|goalkeeper|goalie|torwart|torwarttrikot|portero|gardien|portiere|goleiro|heim|heimtrikot|auswarts|auswartstrikot|ausweichtrikot|domicile|exterieur|trasferta|visitante',
  ),
);
