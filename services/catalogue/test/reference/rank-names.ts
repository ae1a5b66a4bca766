/** A record as the searches compare it with a keyword; the texts are folded already. */
export interface ComparedName {
  id: number;
  name: string;
  slug: string;
  aliases: readonly string[];
  keyword: string;
  /** The `word_similarity` of the keyword to the name or slug, whichever is more. */
  similarity: number;
}

/**
 * The rules of the name searches, written down as plainly as possible: which records match the keyword, the best ten
 * of them, by id.
 */
export function rankNames(records: readonly ComparedName[]): number[] {
  return records
    .map((record) => ({ ...record, tier: tierOf(record) }))
    .filter(({ tier }) => tier !== undefined)
    .toSorted(
      (one, other) =>
        (one.tier ?? 0) - (other.tier ?? 0) || other.similarity - one.similarity || one.id - other.id,
    )
    .slice(0, 10)
    .map(({ id }) => id)
    .toSorted((one, other) => one - other);
}

function tierOf({ name, slug, aliases, keyword, similarity }: ComparedName): number | undefined {
  const names = [name, ...aliases];
  if ([...names, slug.toLowerCase()].includes(keyword)) return 1;
  if (names.some((one) => one.startsWith(keyword))) return 2;
  if ([...names, slug.toLowerCase()].some((one) => one.includes(keyword))) return 3;
  if (isOneEditAway(names, keyword)) return 4;
  return Math.fround(similarity) >= Math.fround(0.4) ? 5 : undefined;
}

function isOneEditAway(names: readonly string[], keyword: string): boolean {
  const words = names.flatMap((name) => name.split(' ').flatMap((token) => [...partsOf(token), join(token)]));
  const matches = (word: string) => words.some((known) => matchesWord(word, known));
  const tokens = keyword.split(' ').filter((token) => join(token) !== '');
  return tokens.length > 0 && tokens.every((token) => matches(join(token)) || partsOf(token).every(matches));
}

const SIGNS = /[\p{P}\p{S}]+/gu;

function join(token: string): string {
  return token.replaceAll(SIGNS, '');
}

function partsOf(token: string): string[] {
  return token.split(SIGNS).filter((part) => part !== '');
}

function matchesWord(word: string, known: string): boolean {
  const letters = Array.from(word);
  return letters.length < 4 ? known.startsWith(word) : editsBetween(letters, Array.from(known)) <= 1;
}

/** How many letters must be replaced, inserted, deleted or swapped with their neighbours (the optimal string alignment). */
function editsBetween(one: readonly string[], other: readonly string[]): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= one.length; row += 1) {
    rows.push([row]);
    for (let column = 1; column <= other.length; column += 1) {
      const at = (up: number, left: number) => rows[row - up]?.[column - left] ?? 0;
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      rows[row]?.push(
        Math.min(
          at(1, 0) + 1,
          at(0, 1) + 1,
          at(1, 1) + (one[row - 1] === other[column - 1] ? 0 : 1),
          isSwapped ? at(2, 2) + 1 : Infinity,
        ),
      );
    }
  }
  return rows[one.length]?.[other.length] ?? Infinity;
}
