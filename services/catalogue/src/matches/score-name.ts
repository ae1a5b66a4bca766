/** A record that a text may mean; `score` is 1 if the text names it exactly. */
export interface Match<Row> {
  row: Row;
  score: number;
}

/** How many records a text may mean at most. */
const MATCHES_MAX = 3;

/** Words that clubs' names have or lack without being others. */
const MINOR_WORDS: ReadonlySet<string> = new Set('fc cf ac sc afc fk sk sv club kits kit the de'.split(' '));

/** The best matches, best first; of equal ones the older record. */
export function chooseMatches<Row extends { id: number }>(
  matches: ReadonlyArray<Match<Row>>,
): Array<Match<Row>> {
  return matches
    .toSorted((one, other) => other.score - one.score || one.row.id - other.row.id)
    .slice(0, MATCHES_MAX);
}

/** How likely a text means a record with these names, all normalised: 0 to 1. */
export function scoreNames(text: string, names: readonly string[]): number {
  return Math.max(...names.map((name) => scoreName(text, name)));
}

function scoreName(text: string, name: string): number {
  if (text === name) return 1;
  const [asked, own] = [toMajorWords(text), toMajorWords(name)];
  if (asked.length > 0 && asked.toSorted().join(' ') === own.toSorted().join(' ')) return 0.95;
  const similarity = compareTrigrams(text, name);
  const isContained = asked.length > 0 && asked.every((word) => own.includes(word));
  const containsAll = own.length > 0 && own.every((word) => asked.includes(word));
  const score = isContained || containsAll ? 0.7 + 0.2 * similarity : 0.85 * similarity;
  return Math.round(score * 1000) / 1000;
}

function toMajorWords(text: string): string[] {
  return text.split(/[\s-]+/).filter((word) => word !== '' && !MINOR_WORDS.has(word));
}

/** The share of trigrams that both texts have. */
function compareTrigrams(one: string, other: string): number {
  const [first, second] = [toTrigrams(one), toTrigrams(other)];
  const common = [...first].filter((trigram) => second.has(trigram)).length;
  return common / (first.size + second.size - common);
}

function toTrigrams(text: string): Set<string> {
  const padded = `  ${text} `;
  return new Set(Array.from({ length: padded.length - 2 }, (_, index) => padded.slice(index, index + 3)));
}
