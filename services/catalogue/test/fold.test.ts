import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { query } from '@kitroom/server/database/database';
import { createSearchTextFunction } from '@kitroom/server/database/schema';
import { fold, foldInPlace } from '../src/fold.ts';
import { useCatalogue } from './test-catalogue.ts';

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

  it('tells where the letters of a text come from', () => {
    const original = 'Ħ Preußen Ma\u0301l';
    const { text, starts, ends } = foldInPlace(original);
    expect(text).toBe('h preussen mal');
    const origins = Array.from(text, (_, at) => original.slice(starts[at], ends[at]));
    expect(origins).toEqual(['Ħ', ' ', 'P', 'r', 'e', 'u', 'ß', 'ß', 'e', 'n', ' ', 'M', 'a\u0301', 'l']);
  });
});
