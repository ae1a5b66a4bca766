import { isCurrencyCode } from '@kitroom/collection-client';
import { CURRENCY_WORDS, SHARED_CURRENCIES, splitCamelCase, type SharedCurrency } from './value-words.ts';

/** The meaning of a word: one currency, or several that share the word. */
type Named = { code: string } | { shared: SharedCurrency };

const NAMES = new Intl.DisplayNames('en', { type: 'currency', fallback: 'none' });

/** The maximum number of names around an amount; `CAD 30 $ (CAD)` has three. */
const NAMES_MAX = 4;

/** Letters that complete a sign: `C$`, `CA $`, `$CAD`, `$ US`. */
const LETTERS_BEFORE = /^(\p{L}{1,3})\.?( ?)(\p{Sc})$/u;
const LETTERS_AFTER = /^(\p{Sc})( ?)(\p{L}{2,3})$/u;

/** Returns the code of a currency for its code, sign or name. */
export function toCurrency(text: string): string | undefined {
  const { names, remainder } = takeCurrencies(text.trim());
  if (names.length > 0 && remainder === '') return chooseCurrency(names, undefined);
  return /^[A-Za-z]{3}$/.test(text.trim()) ? text.trim().toUpperCase() : undefined;
}

/**
 * Returns the currency that all names agree on. Letters decide which currency a shared sign means; without
 * letters, it is the column's if that has the sign, otherwise the usual one. Returns undefined if the names
 * contradict each other, or do not decide it.
 */
export function chooseCurrency(
  names: readonly Named[],
  columnCurrency: string | undefined,
): string | undefined {
  if (names.length === 0) return columnCurrency;
  const shared = names.flatMap((name) => ('shared' in name ? [name.shared] : []));
  const fits = (code: string | undefined) =>
    code !== undefined && shared.every((currency) => isSharedBy(currency, code));
  const codes = new Set(names.flatMap((name) => ('code' in name ? [name.code] : [])));
  const [code] = codes;
  if (code !== undefined) return codes.size === 1 && fits(code) ? code : undefined;
  return [columnCurrency, shared[0]?.usual].find(fits);
}

/** Whether the names do not decide which currency is meant, so that the column must. */
export function needsColumnCurrency(names: readonly Named[]): boolean {
  return names.every((name) => 'shared' in name);
}

function isSharedBy({ named }: SharedCurrency, code: string): boolean {
  return named.test(NAMES.of(code) ?? '');
}

/**
 * Takes the names of currencies from the start of a text (`$ CAD`, `kr SEK`, `US $`). `remainder` is the rest
 * of the text.
 */
export function takeCurrencies(
  text: string,
  earlier: readonly Named[] = [],
): { names: Named[]; remainder: string } {
  const names = [...earlier];
  let remaining = text;
  while (names.length < NAMES_MAX) {
    const taken = takeCurrency(remaining, names);
    if (!taken) break;
    names.push(taken.name);
    remaining = remaining.slice(taken.length).trimStart();
  }
  return { names, remainder: remaining };
}

function takeCurrency(text: string, earlier: readonly Named[]): { name: Named; length: number } | undefined {
  const [bracketed, inBrackets = ''] = /^\(([A-Z]{2,3})\)/.exec(text) ?? [];
  const [word = ''] = /^[^\s+(),;/&]+/.exec(text) ?? [];
  const [twoWords = ''] = /^[^\s+(),;/&]+ [^\s+(),;/&]+/.exec(text) ?? [];
  const candidates = [
    { candidate: twoWords, length: twoWords.length },
    { candidate: word, length: word.length },
    { candidate: inBrackets, length: bracketed?.length ?? 0 },
  ];
  for (const { candidate, length } of candidates) {
    const name = candidate === '' ? undefined : readName(candidate, earlier);
    if (name) return { name, length };
  }
  return undefined;
}

function readName(text: string, earlier: readonly Named[]): Named | undefined {
  const key = text.toLowerCase();
  const shared = SHARED_CURRENCIES.find(({ words }) => words.has(key));
  if (shared) return { shared };
  const code =
    CURRENCY_WORDS.get(key) ?? readCompound(text) ?? readCode(text, earlier) ?? readCountry(text, earlier);
  return code === undefined ? undefined : { code };
}

function readCompound(text: string): string | undefined {
  const [, before, gap, sign] = LETTERS_BEFORE.exec(text) ?? [];
  const [, signBefore, gapAfter, after] = LETTERS_AFTER.exec(text) ?? [];
  const letters = before ?? after;
  if (letters === undefined) return undefined;
  const isApart = (gap ?? gapAfter) !== '';
  // `$ us` may be the start of a remark.
  if (isApart && letters !== letters.toUpperCase()) return undefined;
  const known = CURRENCY_WORDS.get(`${letters.toLowerCase()}${sign ?? signBefore}`);
  if (known !== undefined) return known;
  const code = toCode(letters);
  const shared = SHARED_CURRENCIES.find((currency) => currency.sign === (sign ?? signBefore));
  return code !== undefined && shared && isSharedBy(shared, code) ? code : undefined;
}

/** Reads a code; after another name, one in lower case counts only if it is a currency that has this name. */
function readCode(text: string, earlier: readonly Named[]): string | undefined {
  const code = toCode(text);
  if (code === undefined || earlier.length === 0 || text === code) return code;
  const isMeant = (name: Named) => ('code' in name ? name.code === code : isSharedBy(name.shared, code));
  return earlier.some(isMeant) ? code : undefined;
}

/** Reads letters after the amount that complete the sign before it: `$30 AU`. */
function readCountry(text: string, earlier: readonly Named[]): string | undefined {
  const last = earlier.at(-1);
  if (!last || !('shared' in last) || !/^[A-Z]{2,3}$/.test(text)) return undefined;
  return CURRENCY_WORDS.get(`${text.toLowerCase()}${last.shared.sign}`);
}

function toCode(text: string): string | undefined {
  const code = text.replace(/\.$/, '').toUpperCase();
  return isCurrencyCode(code) ? code : undefined;
}

/** The parts of a heading: words, and signs with the letters next to them. */
const HEADING_PARTS = /(?<!\p{L})(?:\p{L}{1,3}\.? ?)?\p{Sc}(?: ?[A-Z]{2,3}(?!\p{L}))?|\p{Sc}|\p{L}+\.?/gu;

/** Finds the currency in a heading: `Cost (GBP)`, `Preis in €`, `Price ($ CAD)`. */
export function findColumnCurrency(heading: string): string | undefined {
  const parts = splitCamelCase(heading).match(HEADING_PARTS) ?? [];
  return chooseCurrency(parts.flatMap(listNames), undefined);
}

function listNames(part: string): Named[] {
  const { names, remainder } = takeCurrencies(part);
  // The sign alone counts, as in `in €`, unless unknown capital letters complete it.
  if (remainder !== '')
    return /[A-Z]\p{Sc}/u.test(part) ? [] : takeCurrencies(part.replaceAll(/[^\p{Sc}]/gu, '')).names;
  return /\p{Sc}/u.test(part) || isClear(part) ? names : [];
}

/** Whether a word of a heading can only mean a currency, unlike `real` or `fr`. */
function isClear(word: string): boolean {
  const isCode = /^[A-Z]{3}$/.test(word) && isCurrencyCode(word);
  const isLong = word.length > 3 && word.toLowerCase() !== 'real';
  return isCode || isLong || /^(?:eur|gbp|usd|chf|zł|kč)$/i.test(word) || /^(?:RM|Rs\.?)$/.test(word);
}
