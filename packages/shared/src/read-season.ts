import { trimEndOf } from './texts.ts';

/**
 * A season within a text: its `year`, such as `2019-20`, and its position (UTF-16 units, the end exclusive).
 */
export interface FoundSeason {
  year: string;
  start: number;
  end: number;
}

/**
 * A word for season, with a colon that may follow; not in `pre-season` and `pre season`, which are kinds of
 * kits.
 */
const LABEL = String.raw`(?<!\bpre[ -]?)(?:season|saison|temporada|stagione|seizoen|(?:[ée]|e\u0301)poca)(?:\s?:)?`;
const DASH = String.raw`\p{Pd}−`;
const SLASH = '/⁄∕';
const APOSTROPHE = "['’‘`´ʼ′]?";
const YEARS = String.raw`${APOSTROPHE}(\d{4}|\d{2})(\s*)[${SLASH}${DASH}]\s*${APOSTROPHE}(\d{4}|\d{2})`;
/**
 * A dash may join a season to a word, as in `celtic-2019-20-home`, but not to a number, as in the date
 * `2003-04-01`.
 */
const BEFORE = String.raw`(?<![\p{L}\p{N}${SLASH}]|\p{N}[${DASH}])`;
const AFTER = String.raw`(?![\p{L}\p{N}${SLASH}]|[${DASH}]\p{N})`;
/** Two years, with or without a word for season. */
const SEASON = new RegExp(`${BEFORE}(?:${LABEL}\\s{0,9})?${YEARS}(?:\\s${LABEL})?${AFTER}`, 'giu');
const WHOLE_SEASON = new RegExp(`^(?:${LABEL}\\s*)?${YEARS}(?:\\s+${LABEL})?$`, 'iu');
const WHOLE_YEAR = new RegExp(`^(?:${LABEL}\\s*)?(\\d{4}|${APOSTROPHE}\\d{2})$`, 'iu');
/** Brackets and quotation marks that may precede a season. */
const OPENING = /^[\s("“”„«»[]+/;
/** Characters that may follow a season. */
const CLOSING = /[\s)"“”«».,;\]]/;

/** Longer text is never a season. */
const SEASON_MAX = 60;

/** Two digits from here on mean a year of the 20th century. */
const FIRST_OF_1900S = 30;

/**
 * Finds the first season of two years in a text: `2019-20`, `2019/20`, `19/20`, `’19/20`, `2019 – 2020`, also
 * with a word such as `season`, `saison` or `temporada`, which is part of the match. The years must be
 * consecutive.
 */
export function findSeason(text: string): FoundSeason | undefined {
  for (const match of toHalfWidth(text).matchAll(SEASON)) {
    const [matched, first = '', blank = '', second = ''] = match;
    // `10 - 11` may be anything.
    const years = first.length === 2 && blank !== '' ? undefined : toYears(first, second);
    if (years)
      return { year: formatSeasonYear(years), start: match.index, end: match.index + matched.length };
  }
  return undefined;
}

/**
 * Replaces the full-width characters of East Asian keyboards by their usual forms; positions stay the same.
 */
export function toHalfWidth(text: string): string {
  return text.replaceAll(/[！-～]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));
}

/** Reads text that consists of a season or a year only; returns its `year`, such as `2019-20` or `1998`. */
export function readSeason(text: string): string | undefined {
  if (text.trim().length > SEASON_MAX) return undefined;
  const trimmed = trimEndOf(toHalfWidth(text).replace(OPENING, ''), CLOSING);
  const [, first = '', , second = ''] = WHOLE_SEASON.exec(trimmed) ?? [];
  if (first !== '') {
    const years = toYears(first, second);
    return years ? formatSeasonYear(years) : undefined;
  }
  const year = WHOLE_YEAR.exec(trimmed)?.[1];
  return year === undefined ? undefined : String(toYear(year.replace(/\D/g, ''))).padStart(4, '0');
}

/**
 * Reads a season like `readSeason`, or one that a spreadsheet has turned into a date: `2003-04-01` or
 * `Apr-03`, the first day of April 2003, was `2003-04`.
 */
export function readSeasonCell(text: string): string | undefined {
  return readSeason(text) ?? readDatedSeason(toHalfWidth(text).trim());
}

const DATE = /^(\d{1,4})([-/.])(\d{1,2})\2(\d{1,4})(?:[T ]00:00(?::00)?(?:\.0+)?Z?)?$/;
const MONTH_OF_YEAR = /^(\p{L}{3,10})\.?[\s/-](\d{4}|\d{2})$/u;

function readDatedSeason(text: string): string | undefined {
  const [, first = '', , middle = '', last = ''] = DATE.exec(text) ?? [];
  if (first.length === 4) return last.length < 3 ? toDatedSeason(first, middle, last) : undefined;
  // Either the day or the month comes first.
  if (last.length === 4) return toDatedSeason(last, middle, first) ?? toDatedSeason(last, first, middle);
  const [, name = '', year = ''] = MONTH_OF_YEAR.exec(text) ?? [];
  return name === '' ? undefined : toDatedSeason(year, String(readMonth(name) ?? ''), '1');
}

/** The season whose second year is the month, if the day is the first of the month. */
function toDatedSeason(year: string, month: string, day: string): string | undefined {
  const first = toYear(year);
  const isMonth = Number(month) >= 1 && Number(month) <= 12;
  const isDated = isMonth && Number(day) === 1 && Number(month) === (first + 1) % 100;
  return isDated ? formatSeasonYear({ first, second: first + 1 }) : undefined;
}

const MONTH_LANGUAGES = ['en', 'de', 'de-AT', 'es', 'fr', 'it', 'pt', 'nl'];
let months: ReadonlyMap<string, number> | undefined;

/**
 * The number of a month by its name or its abbreviation in one of seven languages, ignoring case and accents.
 */
export function readMonth(name: string): number | undefined {
  months ??= new Map([...listMonths(), ['mrz', 3]]);
  return months.get(plain(name));
}

function listMonths(): Array<[string, number]> {
  const numbers = Array.from({ length: 12 }, (_, at) => at + 1);
  return MONTH_LANGUAGES.flatMap((language) =>
    (['short', 'long'] as const).flatMap((month) => {
      const format = new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' });
      return numbers.map((number): [string, number] => [
        plain(format.format(Date.UTC(2024, number - 1))),
        number,
      ]);
    }),
  );
}

function plain(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/[\p{M}.]/gu, '')
    .toLowerCase();
}

function toYears(first: string, second: string): SeasonYears | null {
  const start = toYear(first);
  const isWhole = second.length === 2 || Number(second) === start + 1;
  return isWhole ? parseSeasonYear(`${String(start).padStart(4, '0')}-${second.slice(-2)}`) : null;
}

function toYear(digits: string): number {
  const year = Number(digits);
  if (digits.length > 2) return year;
  return year < FIRST_OF_1900S ? 2000 + year : 1900 + year;
}

/** The years of a season. `second` is null for a season within one calendar year. */
export interface SeasonYears {
  first: number;
  second: number | null;
}

/**
 * Parses a season's `year`: `YYYY`, or `YYYY-YY` with consecutive years (`1999-00`). Returns null for
 * anything else.
 */
export function parseSeasonYear(text: string): SeasonYears | null {
  const match = /^(\d{4})(?:-(\d{2}))?$/.exec(text);
  if (!match) return null;
  const first = Number(match[1]);
  if (match[2] === undefined) return { first, second: null };
  return Number(match[2]) === (first + 1) % 100 ? { first, second: first + 1 } : null;
}

/** Formats a season's `year`: `2024-25`, or `2024` for a season within one calendar year. */
export function formatSeasonYear({ first, second }: SeasonYears): string {
  const year = String(first).padStart(4, '0');
  return second === null ? year : `${year}-${String(second % 100).padStart(2, '0')}`;
}
