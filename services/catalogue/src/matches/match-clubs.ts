import { setImmediate as nextTurn } from 'node:timers/promises';
import { findCountry, listNamesOfCountry } from '@kitroom/shared';
import { fold } from '../fold.ts';
import { isSecondaryTeam } from '../kits/secondary-teams.ts';
import type { NamedRecords } from '../search-index/catalogue-index.ts';
import type { NamedRow } from '../search-index/index-queries.ts';
import { isOneEdit } from '../search-index/one-edit.ts';
import {
  spellingsOf,
  spellName,
  splitWords,
  isForm,
  listDistinctive,
  withoutNumbers,
} from '../search-index/words.ts';
import type { NameSearch } from '../named-records.ts';
import { chooseMatches, type Match } from './match-names.ts';

/** How sure a match is: the same name, the same distinctive words, the same but for numbers or a typing mistake, a short name. */
const SCORE = { exact: 1, distinctive: 0.95, unnumbered: 0.9, edited: 0.85, short: 0.8 } as const;
/** A name with at most this many distinctive words is short. */
const SHORT_MAX = 3;
/** Shorter words are not compared with typing mistakes in mind. */
const EDITED_MIN = 4;

/**
 * The clubs that each text may mean, never another one: a text and a name must have the same distinctive words. A short name
 * may stand in the names of a single first team. Other requests are served between two texts. Source: the rules on
 * what people write.
 */
export async function matchClubs(
  { index }: NameSearch,
  texts: readonly string[],
): Promise<Array<Array<Match<NamedRow>>>> {
  const matches: Array<Array<Match<NamedRow>>> = [];
  for (const text of texts) {
    matches.push(chooseMatches(matchClub((await index.read()).clubs, fold(text))));
    await nextTurn();
  }
  return matches;
}

function matchClub(clubs: NamedRecords, text: string): Array<Match<NamedRow>> {
  const query = readName(text);
  if (query.words.length === 0) return [];
  const country = findCountry(text);
  const national = country === undefined ? [] : listNationalTeams(clubs, country);
  if (national.length > 0) return national.map((row) => ({ row, score: SCORE.exact }));
  const candidates = listCandidates(clubs, text);
  const sharingTeams = candidates.filter(
    (club) => !club.isSecondary && containsDistinctiveWords(club, query),
  );
  const named = candidates.flatMap((club) => {
    const score = scoreClub(text, club);
    // A word that several first teams share identifies none of them.
    const isShared = score === SCORE.unnumbered && query.distinctive.length === 1 && sharingTeams.length > 1;
    return score === undefined || isShared ? [] : [{ row: club.row, score }];
  });
  if (named.length > 0) return withoutEdited(named);
  const [onlyTeam] = sharingTeams;
  // With the form it would be a whole name: FC Eindhoven is not PSV Eindhoven.
  const isShort = query.words.every((word) => query.distinctive.includes(word) && !/^\d+$/.test(word));
  const isMeant =
    isShort &&
    query.words.length <= SHORT_MAX &&
    country === undefined &&
    onlyTeam &&
    sharingTeams.length === 1;
  return isMeant ? [{ row: onlyTeam.row, score: SCORE.short }] : [];
}

/** A typing mistake is one only if no club is called as it was typed. */
function withoutEdited(matches: ReadonlyArray<Match<NamedRow>>): Array<Match<NamedRow>> {
  const typed = matches.filter(({ score }) => score > SCORE.edited);
  return typed.length > 0 ? typed : [...matches];
}

/** First teams that are called by the name of a country. */
function listNationalTeams({ byId, names }: NamedRecords, country: string): NamedRow[] {
  const ids = new Set(listNamesOfCountry(country).flatMap((name) => names.listMeant(fold(name))));
  return [...ids]
    .flatMap((id) => byId.get(id) ?? [])
    .filter(({ foldedNames }) => foldedNames.split('\n').some((name) => findCountry(name) === country));
}

/** A name by its words. */
interface ReadName {
  words: readonly string[];
  distinctive: readonly string[];
  forms: readonly string[];
}

interface Club {
  row: NamedRow;
  names: ReadonlyArray<ReadName & { name: string }>;
  isSecondary: boolean;
}

function readName(name: string): ReadName {
  const words = splitWords(name);
  return { words, distinctive: listDistinctive(name), forms: words.filter(isForm) };
}

/** The clubs whose names have the words of a text, or words that are like them. */
function listCandidates({ byId, names }: NamedRecords, text: string): Club[] {
  const ids = spellName(text).flatMap((spelling) => [
    ...names.listMeant(spelling),
    ...names.listWithWords(withoutNumbers(listDistinctive(spelling))),
  ]);
  return [...new Set(ids)]
    .flatMap((id) => byId.get(id) ?? [])
    .map((row) => ({
      row,
      names: row.foldedNames.split('\n').map((name) => ({ name, ...readName(name) })),
      isSecondary: isSecondaryTeam(row.name) || / [2-9]$/.test(row.name),
    }));
}

/** How well a club is called so; undefined if it is not. */
function scoreClub(text: string, club: Club): number | undefined {
  const spellings = spellName(text).map((name) => ({ name, ...readName(name) }));
  if (club.row.slug.toLowerCase() === text || club.names.some(({ name }) => name === text))
    return SCORE.exact;
  if (spellings.some((query) => areConflicting(query, club))) return undefined;
  const scores = club.names.flatMap((own) => spellings.map((query) => scoreName(query, own)));
  const best = Math.max(0, ...scores.map((score) => score ?? 0));
  return best === 0 ? undefined : best;
}

function scoreName(query: ReadName, own: ReadName): number | undefined {
  if (haveSameWords(query.distinctive, own.distinctive) || query.words.join('') === own.words.join('')) {
    return SCORE.distinctive;
  }
  const [distinctive, ownDistinctive] = [withoutNumbers(query.distinctive), withoutNumbers(own.distinctive)];
  if (haveSameWords(distinctive, ownDistinctive)) return SCORE.unnumbered;
  const isEdited =
    distinctive.every((word) => own.words.some((one) => isLike(word, one))) &&
    ownDistinctive.every((word) => query.words.some((one) => isLike(word, one)));
  return isEdited ? SCORE.edited : undefined;
}

function haveSameWords(some: readonly string[], others: readonly string[]): boolean {
  const haveAll = (words: readonly string[], own: readonly string[]) =>
    words.every((word) => spellingsOf(word).some((one) => own.includes(one)));
  return haveAll(some, others) && haveAll(others, some);
}

function isLike(word: string, other: string): boolean {
  if (spellingsOf(word).includes(other)) return true;
  const letters = Array.from(word);
  // Typos rarely affect the first letter: York is not Cork.
  const isComparable = letters.length >= EDITED_MIN && word[0] === other[0] && !/^\d+$/.test(word);
  return isComparable && isOneEdit(letters, Array.from(other));
}

/** Whether a name of the club contains the distinctive words of another name in a row. */
function containsDistinctiveWords({ names }: Club, { distinctive }: ReadName): boolean {
  const words = withoutNumbers(distinctive);
  return names.some((own) =>
    own.distinctive.some((_, at) =>
      words.every((word, place) => spellingsOf(word).includes(own.distinctive[at + place] ?? '')),
    ),
  );
}

/** Whether both have forms, such as FC and SC, and neither has all of the other's. */
function areConflicting({ forms }: ReadName, { names }: Club): boolean {
  const own = names.map((name) => name.forms).filter((one) => one.length > 0);
  const agree = (one: readonly string[]) =>
    one.every((form) => forms.includes(form)) || forms.every((form) => one.includes(form));
  return forms.length > 0 && own.length > 0 && !own.some(agree);
}
