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
  listTelling,
  withoutNumbers,
} from '../search-index/words.ts';
import type { NameSearch } from '../named-records.ts';
import { chooseMatches, type Match } from './match-names.ts';

/** How sure a match is: the same name, the same telling words, the same but for numbers or a typing mistake, a short name. */
const SCORE = { exact: 1, telling: 0.95, unnumbered: 0.9, edited: 0.85, short: 0.8 } as const;
/** A name of so many telling words is short. */
const SHORT_MAX = 3;
/** Shorter words are not compared with typing mistakes in mind. */
const EDITED_MIN = 4;

/**
 * The clubs that each text may mean, never another one: a text and a name must have the same telling words. A short name
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
  const asked = readName(text);
  if (asked.words.length === 0) return [];
  const country = findCountry(text);
  const national = country === undefined ? [] : listNationalTeams(clubs, country);
  if (national.length > 0) return national.map((row) => ({ row, score: SCORE.exact }));
  const candidates = listCandidates(clubs, text);
  const sharingTeams = candidates.filter((club) => !club.isSecondary && containsTellingWords(club, asked));
  const named = candidates.flatMap((club) => {
    const score = scoreClub(text, club);
    // A word that several first teams bear tells none of them from the others.
    const isShared = score === SCORE.unnumbered && asked.telling.length === 1 && sharingTeams.length > 1;
    return score === undefined || isShared ? [] : [{ row: club.row, score }];
  });
  if (named.length > 0) return withoutEdited(named);
  const [onlyTeam] = sharingTeams;
  // With the form it would be a whole name: FC Eindhoven is not PSV Eindhoven.
  const isShort = asked.words.every((word) => asked.telling.includes(word) && !/^\d+$/.test(word));
  const isMeant =
    isShort &&
    asked.words.length <= SHORT_MAX &&
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
  telling: readonly string[];
  forms: readonly string[];
}

interface Club {
  row: NamedRow;
  names: ReadonlyArray<ReadName & { name: string }>;
  isSecondary: boolean;
}

function readName(name: string): ReadName {
  const words = splitWords(name);
  return { words, telling: listTelling(name), forms: words.filter(isForm) };
}

/** The clubs whose names have the words of a text, or words that are like them. */
function listCandidates({ byId, names }: NamedRecords, text: string): Club[] {
  const ids = spellName(text).flatMap((spelling) => [
    ...names.listMeant(spelling),
    ...names.listWithWords(withoutNumbers(listTelling(spelling))),
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
  if (spellings.some((asked) => areConflicting(asked, club))) return undefined;
  const scores = club.names.flatMap((own) => spellings.map((asked) => scoreName(asked, own)));
  const best = Math.max(0, ...scores.map((score) => score ?? 0));
  return best === 0 ? undefined : best;
}

function scoreName(asked: ReadName, own: ReadName): number | undefined {
  if (haveSameWords(asked.telling, own.telling) || asked.words.join('') === own.words.join('')) {
    return SCORE.telling;
  }
  const [telling, ownTelling] = [withoutNumbers(asked.telling), withoutNumbers(own.telling)];
  if (haveSameWords(telling, ownTelling)) return SCORE.unnumbered;
  const isEdited =
    telling.every((word) => own.words.some((one) => isLike(word, one))) &&
    ownTelling.every((word) => asked.words.some((one) => isLike(word, one)));
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

/** Whether a name of the club contains the telling words of another name in a row. */
function containsTellingWords({ names }: Club, { telling }: ReadName): boolean {
  const asked = withoutNumbers(telling);
  return names.some((own) =>
    own.telling.some((_, at) =>
      asked.every((word, place) => spellingsOf(word).includes(own.telling[at + place] ?? '')),
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
