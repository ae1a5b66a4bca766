import type { Knex } from 'knex';
import { execute } from '@kitroom/server/database/execute-sql';

/**
 * Search by words that are one edit away: a letter replaced, inserted or deleted, or two neighbouring ones swapped.
 * `docs/decisions/0025-one-edit-search.md` explains the keys.
 */
export async function up(db: Knex): Promise<void> {
  await execute(db, KEYS);
  await execute(db, VARIANTS);
  await execute(db, QUERY);
  await execute(db, INDEXES);
}

export async function down(db: Knex): Promise<void> {
  await execute(
    db,
    `
    drop index competitions_one_edit_idx, brands_one_edit_idx, clubs_one_edit_idx;
    drop function one_edit_query(text);
    drop function one_edit_variants(text);
    drop function one_edit_keys(text);
    `,
  );
}

/**
 * What is no letter, digit or white space. Code points instead of a class such as [[:punct:]], whose members depend on
 * the database's locale. `?` and `*` are among them, so they are free to mark keys.
 */
const SIGNS = String.raw`!-/:-@[-\`{-~\u00A1-\u00BF\u02B0-\u02FF\u2000-\u206F\u3000-\u3003\u3008-\u3020\u30FB`;

/** Of longer words this much counts, and it must be the same. */
const WORD_MAX = 30;
/** More than a name and its aliases have. A tsvector holds at most a megabyte. */
const NAMES_MAX = 4500;
/** More than a keyword has, unless single characters of it stand for whole words. */
const KEYWORD_MAX = 200;

/**
 * The keys of the words of a normalised text: the word, the word with each letter in turn replaced by `?`, and its first
 * one, two and three letters followed by `*`. Words are separated by white space; signs within them both separate words
 * and are left out (`saint-etienne`: `saint`, `etienne`, `saintetienne`). Loops, since
 * queries inside of functions cost four times as much. The body names no function of this schema, because indexes are
 * built without a search path.
 */
const KEYS = `
create function one_edit_keys(names text) returns tsvector
language plpgsql immutable strict parallel safe cost 1000 as $$
declare
  line text := translate(left(names, ${NAMES_MAX}), E'\\n', ' ');
  separated text := regexp_replace(line, '[${SIGNS}]+', ' ', 'g');
  joined text := regexp_replace(line, '[${SIGNS}]+', '', 'g');
  words text := case when joined = separated then line else separated || ' ' || joined end;
  word text;
  keys text[] := '{}';
begin
  foreach word in array string_to_array(words, ' ') loop
    continue when word = '';
    keys := keys || left(word, ${WORD_MAX}) || (left(word, 1) || '*') || (left(word, 2) || '*') || (left(word, 3) || '*');
    continue when length(word) not between 4 and ${WORD_MAX};
    for at in 1..length(word) loop
      keys := keys || overlay(word placing '?' from at for 1);
    end loop;
  end loop;
  return array_to_tsvector(keys);
end
$$;
`;

/**
 * Matches the keys of all words within one edit of a word, and of no other. At each place: another letter, one letter
 * more, one less, and swapped with the next, which is the word itself at the last place.
 */
const VARIANTS = `
create function one_edit_variants(word text) returns tsquery
language plpgsql immutable strict parallel safe as $$
declare
  variants text[] := '{}';
begin
  if length(word) < 4 then
    variants := array[word || '*'];
  elsif length(word) > ${WORD_MAX} then
    variants := array[left(word, ${WORD_MAX})];
  else
    for at in 1..length(word) loop
      variants := variants || array[
        overlay(word placing '?' from at for 1),
        overlay(word placing '?' from at for 0),
        overlay(word placing '' from at for 1),
        left(word, at - 1) || substr(word, at + 1, 1) || substr(word, at, 1) || substr(word, at + 2)
      ];
    end loop;
    variants := variants || (word || '?');
  end if;
  return ('''' || array_to_string(variants, '''|''') || '''')::tsquery;
end
$$;
`;

/** Matches the keys of names that have each word of a normalised keyword; null where it has none. */
const QUERY = `
create function one_edit_query(keyword text) returns tsquery
language plpgsql immutable strict parallel safe as $$
declare
  token text;
  joined text;
  part text;
  one tsquery;
  parts tsquery;
  whole tsquery;
begin
  if length(keyword) > ${KEYWORD_MAX} then return null; end if;
  foreach token in array string_to_array(keyword, ' ') loop
    joined := regexp_replace(token, '[${SIGNS}]+', '', 'g');
    continue when joined = '';
    one := one_edit_variants(joined);
    if joined <> token then
      parts := null;
      foreach part in array string_to_array(btrim(regexp_replace(token, '[${SIGNS}]+', ' ', 'g')), ' ') loop
        parts := case when parts is null then one_edit_variants(part) else parts && one_edit_variants(part) end;
      end loop;
      one := one || parts;
    end if;
    whole := case when whole is null then one else whole && one end;
  end loop;
  return whole;
end
$$;
`;

const INDEXES = `
create index brands_one_edit_idx on brands using gin (one_edit_keys(name_search));
create index competitions_one_edit_idx on competitions using gin (one_edit_keys(name_search));
create index clubs_one_edit_idx on clubs using gin (one_edit_keys(names_search));
`;
