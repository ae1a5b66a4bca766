import { query, type Database } from '@kitroom/server/database/database';
import { COLOUR_NAMES, DESIGNS, fold } from '@kitroom/shared';
import { KIT_SEARCH_CANDIDATES, SEARCH_RESULTS } from '../../src/limits.ts';
import { KIT_TYPE_ORDER } from '../../src/records/record-view.ts';
import { primaryTeamsFirst } from '../../src/search/index/secondary-teams.ts';
import { readKitSearch, type KitSeason } from '../../src/search/kits/parse-kit-search.ts';
import { editsBetween, joinInitials, spellInLatin, unify } from './rank-names.ts';

/*
 * Expected results of kit searches. Reads all names for each keyword, and uses pg_trgm's similarities.
 */

/** A catalogue that does not change while it is searched, so that its kits and words are read only once. */
export interface SlowCatalogue {
  db: Database;
  kits: Map<string, Promise<SlowKit[]>>;
  vocabulary?: Promise<string[]>;
}

interface SlowKit {
  id: number;
  name: string;
  team_name: string;
  /** Searchable words in addition to the name: club, brand, competitions, colours, design and type. */
  words: ReadonlySet<string>;
}

/** Returns up to ten kits, and how they were found: the first tier with results wins. */
export async function searchKits(
  catalogue: SlowCatalogue,
  keyword: string,
): Promise<{ tier: string | null; ids: number[] }> {
  const [first] = readKitSearch(keyword);
  if (first.text === '' && !first.season) return { tier: null, ids: [] };
  const matching = await searchByAllTermsOrCorrected(catalogue, keyword);
  if (matching) return { tier: matching.tier, ids: listFirst(matching.foundKits) };
  const kits = await readKits(catalogue, first.season);
  const terms = toTerms(fold(first.text));
  const any = terms.length > 1 ? kits.filter(({ name }) => terms.some((term) => name.includes(term))) : [];
  if (any.length > 0) return { tier: 'any_term', ids: listFirst(any) };
  const similar = await findSimilar(catalogue, kits, listMeantWords(fold(first.text)));
  return similar.length > 0 ? { tier: 'similar_words', ids: listFirst(similar) } : { tier: null, ids: [] };
}

/**
 * Returns all kits that are found by all terms, as typed, by their meaning or corrected, with secondary teams
 * last.
 */
export async function listKitsWithAllTerms(catalogue: SlowCatalogue, keyword: string): Promise<number[]> {
  const [{ text, season }] = readKitSearch(keyword);
  const matching = text === '' && !season ? undefined : await searchByAllTermsOrCorrected(catalogue, keyword);
  return primaryTeamsFirst(matching?.foundKits ?? []).map(({ id }) => id);
}

async function searchByAllTermsOrCorrected(catalogue: SlowCatalogue, keyword: string) {
  const matching = await searchByAllTerms(catalogue, keyword);
  if (matching) return matching;
  for (const corrected of await listCorrections(catalogue, keyword)) {
    const { foundKits } = (await searchByAllTerms(catalogue, corrected)) ?? {};
    if (foundKits) return { tier: 'corrected', foundKits };
  }
  return undefined;
}

/** Finds the kits that match each word or, if no kit of any season matches it, one of its similar words. */
async function findSimilar(
  catalogue: SlowCatalogue,
  kits: readonly SlowKit[],
  words: readonly string[],
): Promise<SlowKit[]> {
  const all = await readKits(catalogue, undefined);
  const unknown = words.filter((word) => !all.some((kit) => matchesMeaning(kit, word)));
  if (words.length === 0 || unknown.length > 5) return [];
  const similar = new Map<string, string[]>();
  for (const word of unknown) similar.set(word, await listSimilarWords(all, catalogue.db, word));
  return kits.filter((kit) =>
    words.every((word) => {
      const similarWords = similar.get(word);
      return similarWords
        ? similarWords.some((similarWord) => kit.name.includes(similarWord))
        : matchesMeaning(kit, word);
    }),
  );
}

async function searchByAllTerms(catalogue: SlowCatalogue, keyword: string) {
  for (const reading of readKitSearch(keyword)) {
    const kits = await readKits(catalogue, reading.season);
    for (const [tier, matches] of listTiers(fold(reading.text), reading.season !== undefined)) {
      const foundKits = kits.filter(matches);
      if (foundKits.length > 0) return { tier, foundKits };
    }
  }
  return undefined;
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** Returns the keyword with each unknown word replaced by each of its nearest words, most frequent first. */
async function listCorrections(catalogue: SlowCatalogue, keyword: string): Promise<string[]> {
  const kits = await readKits(catalogue, undefined);
  const vocabulary = await (catalogue.vocabulary ??= readVocabulary(catalogue.db, kits));
  const words = fold(readKitSearch(keyword)[0].text).match(WORD) ?? [];
  const isUnknown = (word: string) =>
    word.length >= 4 &&
    !/^\d+$/.test(word) &&
    !KIT_WORD.test(word) &&
    !vocabulary.some((known) => known.startsWith(word));
  const unknown = [...new Set(words)].filter(isUnknown);
  if (unknown.length > 5) return [];
  const frequency = (word: string) => kits.filter((kit) => matchesMeaning(kit, word)).length;
  let corrections: Array<Record<string, string>> = [{}];
  for (const word of unknown) {
    const nearest = listNearest(word, vocabulary)
      .map((known) => ({ known, frequency: frequency(known) }))
      .toSorted((left, right) => right.frequency - left.frequency || (left.known < right.known ? -1 : 1))
      .slice(0, 5);
    if (nearest.length === 0) continue;
    corrections = corrections
      .flatMap((correction) => nearest.map(({ known }) => ({ ...correction, [word]: known })))
      .slice(0, 25);
  }
  return corrections
    .filter((correction) => Object.keys(correction).length > 0)
    .map((correction) => fold(keyword).replaceAll(WORD, (word) => correction[word] ?? word));
}

function listNearest(word: string, vocabulary: readonly string[]): string[] {
  const ofSimilarLength = vocabulary.filter(({ length }) => Math.abs(length - word.length) <= 2);
  const edits = ofSimilarLength.map((known) => ({
    known,
    edits: editsBetween(Array.from(word), Array.from(known)),
  }));
  const within = (maximum: number) =>
    edits.filter((candidate) => candidate.edits <= maximum).map(({ known }) => known);
  return within(1).length > 0 || word.length < 8 ? within(1) : within(2);
}

/** Returns the words of all names and aliases, and the words that describe kits. */
async function readVocabulary(db: Database, kits: readonly SlowKit[]): Promise<string[]> {
  const rows = await query<{ name: string }>(
    db,
    `select unnest(array_prepend(name, aliases)) as name
     from (
       select name, aliases from clubs
       union all select name, aliases from brands
       union all select name, aliases from competitions
     ) as named
     union all select name from kit_types`,
  );
  const names = [...rows.map(({ name }) => name), ...COLOUR_NAMES, ...DESIGNS, 'goalkeeper keeper gk'];
  const words = names.map(fold).flatMap((name) => [name, ...spellInLatin(name)].flatMap(splitName));
  return [...new Set([...kits.flatMap(({ name }) => name.split(' ')), ...words, ...words.map(unify)])];
}

function listFirst(foundKits: readonly SlowKit[]): number[] {
  const ids = primaryTeamsFirst(foundKits.slice(0, KIT_SEARCH_CANDIDATES)).map(({ id }) => id);
  return ids.slice(0, SEARCH_RESULTS);
}

function toTerms(phrase: string): string[] {
  return [...new Set(phrase.split(/[\s-]+/).filter((term) => term !== ''))];
}

const KIT_WORD = /^(kit|shirt|jersey|strip|camiseta|camisa|camisola|maillot|maglia|trikot)s?$|^maglie$|^$/;

function listTiers(phrase: string, hasSeason: boolean): Array<[string, (kit: SlowKit) => boolean]> {
  const hasPhrase = (text: string) => (kit: SlowKit) => kit.name.includes(text);
  const hasTerms = (text: string) => (kit: SlowKit) => toTerms(text).every((term) => kit.name.includes(term));
  const meaning = withoutKitWords(phrase);
  const words = listMeantWords(phrase);
  const isUnderstood = (kit: SlowKit) => words.length > 0 && words.every((word) => matchesMeaning(kit, word));
  const typed: Array<[string, (kit: SlowKit) => boolean]> = [
    ['phrase', hasPhrase(phrase)],
    ['all_terms', hasTerms(phrase)],
  ];
  if (meaning === '' && !hasSeason) return typed;
  return [
    ...typed,
    ['understood', hasPhrase(meaning)],
    ['understood', hasTerms(meaning)],
    ['understood', isUnderstood],
  ];
}

function withoutKitWords(phrase: string): string {
  const words = phrase.split(' ');
  return words.filter((word) => !KIT_WORD.test(word.replaceAll(/[\p{P}\p{S}]/gu, ''))).join(' ');
}

function listMeantWords(phrase: string): string[] {
  return splitByPunctuation(withoutKitWords(phrase));
}

function splitByPunctuation(text: string): string[] {
  return joinInitials(text)
    .replaceAll('&', ' and ')
    .split(/[\s\p{P}\p{S}]+/u)
    .filter((word) => word !== '');
}

function matchesMeaning({ name, words }: SlowKit, word: string): boolean {
  return name.includes(word) || words.has(unify(word));
}

function readKits({ db, kits }: SlowCatalogue, season: KitSeason | undefined): Promise<SlowKit[]> {
  const key = JSON.stringify(season ?? null);
  const read = kits.get(key) ?? readKitsOf(db, season);
  kits.set(key, read);
  return read;
}

/** Reads the kits of the season, with their folded names, in the order of searches. */
async function readKitsOf(db: Database, season: KitSeason | undefined): Promise<SlowKit[]> {
  const rows = await query<{ id: number; name: string; team_name: string; names: string[] }>(
    db,
    `
    select kits.id, kits.name, clubs.name as team_name,
      array[clubs.name, brands.name, kits.design, kits.primary_color]
        || clubs.aliases || brands.aliases || kits.secondary_colors
        || case when kit_types.is_goalkeeper then array['goalkeeper', 'keeper', 'gk'] end
        || array(
          select unnest(array_prepend(name, aliases)) from competitions where id = any(kits.competition_ids)
        ) as names
    from kits
    join clubs on clubs.id = kits.club_id
    join brands on brands.id = kits.brand_id
    join seasons on seasons.id = kits.season_id
    join kit_types on kit_types.id = kits.type_id
    where ${season ? conditionOf(season) : 'true'}
    order by ${KIT_TYPE_ORDER}, kits.id desc
    `,
  );
  const wordsOf = new Map<string, ReadonlySet<string>>();
  return rows.map(({ names, ...row }) => {
    const key = names.join('\n');
    const words = wordsOf.get(key) ?? listWords(names.filter((name) => name !== null));
    wordsOf.set(key, words);
    return { ...row, name: fold(row.name), words };
  });
}

function listWords(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.map(fold).flatMap(splitName).map(unify));
}

function splitName(name: string): string[] {
  return [
    ...splitByPunctuation(name),
    ...name.split(' ').map((token) => token.replaceAll(/[\p{P}\p{S}]+/gu, '')),
  ];
}

function conditionOf(season: KitSeason): string {
  if ('yearOf' in season) return `${season.yearOf} in (first_year, second_year)`;
  if (!season.isEitherYear) return `seasons.year = '${season.year}'`;
  const first = Number(season.year.slice(0, 4));
  return `second_year is null and first_year in (${first}, ${first + 1})`;
}

/** Returns up to five words of kit names that are similar to a word. */
async function listSimilarWords(kits: readonly SlowKit[], db: Database, word: string): Promise<string[]> {
  const letters = Array.from(word);
  const known = [...new Set(kits.flatMap(({ name }) => name.split(' ')))].filter(
    ({ length }) => length >= 4 && letters.length >= 4 && Math.abs(length - letters.length) <= 2,
  );
  const near = known.filter((candidate) => editsBetween(letters, Array.from(candidate)) <= 2);
  const rows = await query<{ word: string }>(
    db,
    `
    select word
    from (
      select word, closeness, max(closeness) over () as best
      from (select word, similarity(word, ?) as closeness from unnest(?::text[]) as word) as measured
      where closeness >= 0.5 or word = any(?::text[])
    ) as similar_words
    where closeness >= best - 0.1
    order by closeness desc, word collate "C"
    limit 5
    `,
    [word, known, near],
  );
  return rows.map((row) => row.word);
}
