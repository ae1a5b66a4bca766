import { beforeAll, describe, expect, it } from '@jest/globals';
import { query } from '@kitroom/server/database/database';
import { createSearchTextFunction } from '@kitroom/server/database/schema';
import { fold } from '../src/fold.ts';
import { useCatalogue } from './test-catalogue.ts';

const catalogue = useCatalogue();

/** The collection service's database has it; the catalogue's has not. */
beforeAll(() => createSearchTextFunction(catalogue.db));

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
