import { isWithinEdits } from '@kitroom/server/search/edits';
import { splitWords } from '@kitroom/server/search/search-words';
import type { NamedRecords } from '../index/catalogue-index.ts';
import type { NamedRow } from '../index/index-queries.ts';
import { isSecondaryTeam } from '../index/secondary-teams.ts';
import { isForm, listDistinctive, spellingsOf, spellName, withoutNumbers } from '../text/words.ts';
import type { Match } from './match-names.ts';
import { findCountryOfTeam, listNationalTeams, listOwnNames } from './national-teams.ts';

/**
 * The certainty of a match: the same name, the same distinctive words, the same except for numbers or a
 * typing mistake, a short name.
 */
const SCORE = { exact: 1, distinctive: 0.95, unnumbered: 0.9, edited: 0.85, short: 0.8 } as const;
/** A name with at most this many distinctive words is short. */
const SHORT_MAX = 3;
/** Shorter words must match exactly: Lyon is not León. */
const EDITED_MIN = 5;

/**
 * The clubs that a folded text may mean, but never merely similar clubs: the text and a name must have the
 * same distinctive words. A short name may be part of the names of a single first team. The name of a country
 * means its national team, or a club with this name, but not a club with this alias.
 */
export function matchClub(clubs: NamedRecords, text: string): Array<Match<NamedRow>> {
  const query = readName(text);
  if (query.words.length === 0) return [];
  const country = findCountryOfTeam(text);
  const national = country === undefined ? [] : listNationalTeams(clubs, country);
  if (national.length > 0) return national.map((row) => ({ row, score: SCORE.exact }));
  const candidates = listCandidates(clubs, text, country === undefined ? readAllNames : readOwnName);
  const sharingTeams = candidates.filter((club) => !club.isSecondary && bears(club, query));
  const isShared = query.distinctive.length === 1 && sharingTeams.length > 1;
  const named = candidates.flatMap((club) => {
    const score = scoreClub(text, club);
    return score === undefined || (isShared && !isCalled(club, query, score))
      ? []
      : [{ row: club.row, score }];
  });
  const typed = named.filter(({ score }) => score > SCORE.edited);
  if (typed.length > 0 || country !== undefined) return typed;
  const [onlyTeam] = sharingTeams;
  const isShort = onlyTeam && sharingTeams.length === 1 && isShortFor(query, onlyTeam);
  // A typing mistake is considered only if no club has the name as typed.
  return isShort ? [{ row: onlyTeam.row, score: SCORE.short }] : named;
}

/**
 * Whether a word that several first teams share still identifies this one: as its name or as a whole alias.
 */
function isCalled({ names: [firstName] }: Club, query: ReadName, score: number): boolean {
  return (
    score === SCORE.exact ||
    (score === SCORE.distinctive &&
      firstName !== undefined &&
      haveSameWords(query.distinctive, firstName.distinctive))
  );
}

/**
 * Whether a text is a short name of a club: FC Bayern is FC Bayern München, but FC Eindhoven is not PSV
 * Eindhoven.
 */
function isShortFor(query: ReadName, club: Club): boolean {
  const isPlain = query.words.every(
    (word) => (query.distinctive.includes(word) || isForm(word)) && !/^\d+$/.test(word),
  );
  return isPlain && query.distinctive.length <= SHORT_MAX && bears(club, query, query.forms);
}

/** The words of a name. */
interface ReadName {
  words: readonly string[];
  distinctive: readonly string[];
  forms: readonly string[];
}

interface Club extends ClubNames {
  row: NamedRow;
  isSecondary: boolean;
}

interface ClubNames {
  /** The texts that name exactly this club. */
  exact: ReadonlySet<string>;
  names: readonly ReadName[];
}

function readName(name: string): ReadName {
  const words = splitWords(name);
  return { words, distinctive: listDistinctive(name), forms: words.filter(isForm) };
}

/** The clubs whose names have the words of a text, or similar words. */
function listCandidates(
  { byId, names }: NamedRecords,
  text: string,
  readNames: (row: NamedRow) => ClubNames,
): Club[] {
  // Apostrophes are left out as well: Queen's Park Rangers is Queens Park Rangers.
  const spellings = new Set([...spellName(text), ...spellName(text.replaceAll("'", ''))]);
  const ids = [...spellings].flatMap((spelling) => [
    ...names.listMeant(spelling),
    ...names.listWithWords(withoutNumbers(listDistinctive(spelling))),
  ]);
  return [...new Set(ids)]
    .flatMap((id) => byId.get(id) ?? [])
    .map((row) => ({
      row,
      ...readNames(row),
      isSecondary: isSecondaryTeam(row.name) || / [2-9]$/.test(row.name),
    }));
}

function readAllNames(row: NamedRow): ClubNames {
  const names = listOwnNames(row);
  return { exact: new Set([...names, row.slug.toLowerCase()]), names: names.map(readName) };
}

function readOwnName({ foldedName }: NamedRow): ClubNames {
  const names = spellName(foldedName);
  return { exact: new Set(names), names: names.map(readName) };
}

/** The score of a club for a text; undefined if the text does not name it. */
function scoreClub(text: string, club: Club): number | undefined {
  const spellings = spellName(text).map((name) => ({ name, ...readName(name) }));
  if (club.exact.has(text)) return SCORE.exact;
  if (spellings.some((query) => areConflicting(query, club))) return undefined;
  const scores = club.names.flatMap((name) => spellings.map((query) => scoreName(query, name)));
  const best = Math.max(0, ...scores.map((score) => score ?? 0));
  return best === 0 ? undefined : best;
}

function scoreName(query: ReadName, name: ReadName): number | undefined {
  if (haveSameWords(query.distinctive, name.distinctive) || query.words.join('') === name.words.join('')) {
    return SCORE.distinctive;
  }
  const [distinctive, ownDistinctive] = [withoutNumbers(query.distinctive), withoutNumbers(name.distinctive)];
  if (haveSameWords(distinctive, ownDistinctive)) return SCORE.unnumbered;
  const isEdited =
    distinctive.every((word) => name.words.some((ownWord) => isLike(word, ownWord))) &&
    ownDistinctive.every((word) => query.words.some((queryWord) => isLike(word, queryWord)));
  return isEdited ? SCORE.edited : undefined;
}

function haveSameWords(left: readonly string[], right: readonly string[]): boolean {
  const haveAll = (words: readonly string[], otherWords: readonly string[]) =>
    words.every((word) => spellingsOf(word).some((spelling) => otherWords.includes(spelling)));
  return haveAll(left, right) && haveAll(right, left);
}

function isLike(word: string, otherWord: string): boolean {
  if (spellingsOf(word).includes(otherWord)) return true;
  const letters = Array.from(word);
  // Typos rarely affect the first letter: York is not Cork.
  const otherLetters = Array.from(otherWord);
  const isLong = Math.max(letters.length, otherLetters.length) >= EDITED_MIN;
  return isLong && word[0] === otherWord[0] && !/^\d+$/.test(word) && isWithinEdits(letters, otherLetters, 1);
}

/** Whether a name of the club contains the distinctive words of another name in a row, and certain forms. */
function bears({ names }: Club, { distinctive }: ReadName, forms: readonly string[] = []): boolean {
  const words = withoutNumbers(distinctive);
  return names.some(
    (name) =>
      forms.every((form) => name.forms.includes(form)) &&
      name.distinctive.some((_, at) =>
        words.every((word, place) => spellingsOf(word).includes(name.distinctive[at + place] ?? '')),
      ),
  );
}

/** Whether both have forms, such as FC and SC, and neither has all of the other's. */
function areConflicting({ forms }: ReadName, { names }: Club): boolean {
  const clubForms = names.map((name) => name.forms).filter((nameForms) => nameForms.length > 0);
  const agree = (nameForms: readonly string[]) =>
    nameForms.every((form) => forms.includes(form)) || forms.every((form) => nameForms.includes(form));
  return forms.length > 0 && clubForms.length > 0 && !clubForms.some(agree);
}
