import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { query } from '@kitroom/server/database/database';
import { createSearchTextFunction } from '@kitroom/server/database/schema';
import { fold, foldInPlace } from '../src/fold.ts';
import { useCatalogue } from './test-catalogue.ts';
import { kitLines, recordLine } from './fixture-catalogue.ts';

const catalogue = useCatalogue();

/** The collection service's database has it; the catalogue's has not. */
beforeAll(() => createSearchTextFunction(catalogue.db));

/** All assigned characters but controls. */
function listCharacters(): string[] {
  const codes = Array.from({ length: 0x110000 }, (_, code) => code);
  return codes.map((code) => String.fromCodePoint(code)).filter((one) => /[^\p{C}]/u.test(one));
}

interface Folded {
  character: string;
  /** The character alone, and between others. */
  folded: string[];
  is_lower: boolean;
  is_plain: boolean;
}

describe('fold', () => {
  it('does to every character, alone and among others, what search_text does in the database', async () => {
    const rows = await query<Folded>(
      catalogue.db,
      `select character, array[search_text(character), search_text('Á ' || character || 'b')] as folded,
         lower(character) = character as is_lower, normalize(character, NFKD) = character as is_plain
       from unnest(?::text[]) as character`,
      [listCharacters()],
    );
    // PostgreSQL and Node.js have different versions of Unicode: some characters only one of them knows.
    const known = rows.filter(
      ({ character, is_lower: isLower, is_plain: isPlain }) =>
        (character.toLowerCase() === character) === isLower &&
        (character.normalize('NFKD') === character) === isPlain,
    );
    expect(known.length).toBeGreaterThan(140_000);
    const differences = known.flatMap(({ character, folded }) => {
      const own = [fold(character), fold(`Á ${character}b`)];
      return isDeepStrictEqual(own, folded) ? [] : [{ code: character.codePointAt(0), own, folded }];
    });
    expect(differences).toEqual([]);
  });

  it('records where the letters of a text come from', () => {
    const original = 'Ħ Preußen Ma\u0301l';
    const { text, starts, ends } = foldInPlace(original);
    expect(text).toBe('h preussen mal');
    const origins = Array.from(text, (_, at) => original.slice(starts[at], ends[at]));
    expect(origins).toEqual(['Ħ', ' ', 'P', 'r', 'e', 'u', 'ß', 'ß', 'e', 'n', ' ', 'M', 'a\u0301', 'l']);
  });
});

async function searchText(text: string): Promise<string | undefined> {
  const [row] = await query<{ text: string }>(catalogue.db, 'select search_text(?) as text', [text]);
  return row?.text;
}

describe('search_text, and fold', () => {
  it.each([
    ['Manchester UNITED', 'manchester united'],
    ['Málaga CF', 'malaga cf'],
    ['FÉMINAS', 'feminas'],
    ['München', 'munchen'],
    ['Preußen', 'preussen'],
    ['GROẞ', 'gross'],
    ['Ødegård', 'odegard'],
    ['Łódź', 'lodz'],
    ['İstanbul IĞDIR ıslak', 'istanbul igdir islak'],
    ['Åland Ångström', 'aland angstrom'],
    ['Ærø œuvre Œ', 'aero oeuvre oe'],
    ['Þór Ísland', 'thor island'],
    ['Đurđevac Ħamrun Ŧ', 'durdevac hamrun t'],
    ['Qarabağ Bakı Ə', 'qarabag baki e'],
    ['Việt Nam', 'viet nam'],
    ['São Paulo, Ñublense', 'sao paulo, nublense'],
    ['King’s ‘Park’ “Rangers” „Nord”', 'king\'s \'park\' "rangers" "nord"'],
    ['2024–25 Al‑Hilal — Home', '2024-25 al-hilal - home'],
    ['ΟΛΥΜΠΙΑΚΟΣ', 'ολυμπιακοσ'],
    ['Ολυμπιακός', 'ολυμπιακοσ'],
    ['Спартак МОСКВА', 'спартак москва'],
    ['Й Ё', 'и е'],
    ['ＦＣ Ｔｏｋｙｏ', 'fc tokyo'],
    ['ﬁre №1', 'fire no1'],
  ])('takes %s for %s', async (text, expected) => {
    expect([await searchText(text), fold(text)]).toEqual([expected, expected]);
  });

  it.each([
    ['  Real \t Madrid\n\nCF  ', 'real madrid cf'],
    [' Ä  B\tC ', 'a b c'],
    ['Real\u00A0\u2009Madrid\u3000CF', 'real madrid cf'],
    ['  ', ''],
    ['', ''],
  ])('makes one space of any white space, none at the ends: %j', async (text, expected) => {
    expect([await searchText(text), fold(text)]).toEqual([expected, expected]);
  });

  it('takes a letter and its mark for the letter, however they are written', async () => {
    expect(await searchText('Ma\u0301laga')).toBe('malaga');
    expect(await searchText('M\u00E1laga')).toBe('malaga');
  });

  it('leaves other signs as they are', async () => {
    const signs = String.raw`100% _ \ ? ! # & * ( ) [ ] { } | ~ $ ^ @ : ; < > = + ,`;
    expect(await searchText(signs)).toBe(signs);
    expect(await searchText(`é ${signs}`)).toBe(`e ${signs}`);
    expect(await searchText('東京 ⚽')).toBe('東京 ⚽');
  });

  it('gives the same of what it gave', async () => {
    const texts = ['Straße İstanbul', 'Ολυμπιακός', '  x–Y  ', 'Ærø'];
    for (const text of texts) {
      const once = await searchText(text);
      expect(await searchText(once ?? '')).toBe(once);
    }
  });

  it('may stand in indexes and generated columns: it is immutable, strict and safe in parallel', async () => {
    const [row] = await query(
      catalogue.db,
      "select provolatile, proisstrict, proparallel from pg_proc where proname = 'search_text'",
    );
    expect(row).toEqual({ provolatile: 'i', proisstrict: true, proparallel: 's' });
  });
});

const NAMES: ReadonlyArray<[name: string, typed: string]> = [
  ['Ħamrun Spartans', 'hamrun'],
  ['Səbail FK', 'sebail'],
  ['Şahin SK', 'sahin'],
  ['Đurđevac Graničar', 'durdevac'],
  ['Ολυμπιακός Πειραιώς', 'ΟΛΥΜΠΙΑΚΟΣ'],
  ['King’s “Park” Rangers', 'king\'s "park"'],
  ['Al‑Hilal – Omdurman', 'al-hilal - omdurman'],
];

beforeAll(async () => {
  await catalogue.load([
    ...NAMES.flatMap(([name]) => [recordLine('brand', name), recordLine('competition', name)]),
    ...kitLines(NAMES.map(([club]) => ({ club }))),
  ]);
});

it.each(NAMES)('searches find %s by %s', async (name, typed) => {
  const q = encodeURIComponent(typed);
  const request = async (path: string) =>
    (await catalogue.request(path)).body as Array<Record<string, unknown>>;
  for (const list of ['clubs', 'brands', 'competitions']) {
    expect((await request(`/api/${list}/search?keyword=${q}`)).map((one) => one['name'])).toEqual([name]);
    expect((await request(`/api/${list}?keyword=${q}`)).map((one) => one['name'])).toEqual([name]);
  }
  expect((await request(`/api/kits/search?keyword=${q}`)).map((one) => one['team_name'])).toEqual([name]);
  const suggested = await request(`/api/suggest?q=${q}`);
  expect(suggested.map(({ type }) => type)).toEqual(['club', 'competition', 'brand', 'kit']);
  expect(suggested.map(({ matched }) => matched)).not.toContainEqual([]);
});
