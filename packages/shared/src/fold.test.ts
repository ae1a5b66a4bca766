import { describe, expect, it } from '@jest/globals';
import { fold, foldAll, foldWithPositions } from './fold.ts';

describe('fold', () => {
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
  ])('folds %s to %s', (text, expected) => {
    expect(fold(text)).toBe(expected);
  });

  it.each([
    ['  Real \t Madrid\n\nCF  ', 'real madrid cf'],
    [' Ä  B\tC ', 'a b c'],
    ['Real\u00A0\u2009Madrid\u3000CF', 'real madrid cf'],
    ['  ', ''],
    ['', ''],
  ])('collapses white space to single spaces, and trims both ends: %j', (text, expected) => {
    expect(fold(text)).toBe(expected);
  });

  it('folds composed and decomposed accents to the same letters', () => {
    expect(fold('Ma\u0301laga')).toBe('malaga');
    expect(fold('M\u00E1laga')).toBe('malaga');
  });

  it('keeps punctuation, symbols and other scripts', () => {
    const signs = String.raw`100% _ \ ? ! # & * ( ) [ ] { } | ~ $ ^ @ : ; < > = + ,`;
    expect(fold(signs)).toBe(signs);
    expect(fold(`é ${signs}`)).toBe(`e ${signs}`);
    expect(fold('東京 ⚽')).toBe('東京 ⚽');
  });

  it.each(['Straße İstanbul', 'Ολυμπιακός', '  x–Y  ', 'Ærø', `a${'\u0591\u05B0'.repeat(40)}`])(
    'returns an already folded string unchanged: %s',
    (text) => {
      expect(fold(fold(text))).toBe(fold(text));
    },
  );

  it('keeps at most 30 consecutive combining marks that it does not remove', () => {
    expect(fold(`א${'\u0591\u05B0'.repeat(40)}ב`)).toHaveLength(32);
  });
});

describe('foldAll', () => {
  it('folds each text as if it were alone', () => {
    const marks = '\u0591\u05B0'.repeat(20);
    const texts = [
      ' Málaga  CF ',
      '',
      '\u0301a',
      `א${marks}`,
      `${marks}ב`,
      ' ',
      'ΟΣ',
      'Σ',
      '\uFEFF x\t',
      'İß',
      '\n',
    ];
    expect(foldAll(texts)).toEqual(texts.map((text) => fold(text)));
    expect(foldAll(['AB'])).toEqual(['ab']);
  });
});

describe('foldWithPositions', () => {
  it('records the origin of each folded letter', () => {
    const original = 'Ħ Preußen Ma\u0301l';
    const { text, starts, ends } = foldWithPositions(original);
    expect(text).toBe('h preussen mal');
    const origins = Array.from(text, (_, at) => original.slice(starts[at], ends[at]));
    expect(origins).toEqual(['Ħ', ' ', 'P', 'r', 'e', 'u', 'ß', 'ß', 'e', 'n', ' ', 'M', 'a\u0301', 'l']);
  });
});
