import { listColumnFields } from './column-names.ts';
import { readWhole } from './read-values.ts';

/** A column with its first values, as its rows have them. */
export interface ColumnValues {
  name: string;
  values: readonly string[];
  /** The sheets whose rows fill the column: columns of different sheets may have the same field. */
  sheets?: ReadonlySet<string>;
}

/** Where the table of a column has the players. */
export type PlayerPlace = 'adjacent' | 'elsewhere' | 'nowhere';

const SHIRT_NUMBER_USUAL_MAX = 99;

/**
 * Where players are, for each column. The first column of a table is never adjacent: it is the usual place of
 * row numbers.
 */
export function locatePlayers(columns: readonly ColumnValues[]): PlayerPlace[] {
  const hasPlayers = columns.map(({ name }) => listColumnFields(name)[0] === 'player_name');
  return columns.map((column, at) => {
    const isPlayers = (other: ColumnValues, place: number) =>
      hasPlayers[place] === true && place !== at && shareSheet(column, other);
    if (!columns.some(isPlayers)) return 'nowhere';
    const neighbours = at === 0 ? [] : [at - 1, at + 1];
    return neighbours.some((place) => columns[place] && isPlayers(columns[place], place))
      ? 'adjacent'
      : 'elsewhere';
  });
}

/** Whether a heading means the number of a shirt and nothing else, such as `Squad no.`. */
export function isNumberOnly(name: string): boolean {
  const fields = listColumnFields(name);
  return name === 'number' || (fields[0] === 'number' && !fields.includes('external_id'));
}

/** Whether values can be an id of each row. */
export function canBeIds(values: readonly string[]): boolean {
  return !isRunningNumber(values) && new Set(values).size === values.length;
}

/** Whether the numbers of a column such as `No.` are those of shirts, rather than of rows or an inventory. */
export function areShirtNumbers(values: readonly string[], players: PlayerPlace): boolean {
  if (isRowNumber(values)) return players === 'adjacent';
  return players !== 'nowhere' || !areLong(values) || !canBeIds(values);
}

/**
 * How likely a column is the shirt number, compared with others of its table: shirt numbers repeat, are
 * absent from some rows and are next to the player; numbers of rows and of an inventory are long or in order.
 */
export function scoreShirtNumbers(
  name: string,
  values: readonly string[],
  { rows, players }: { rows: number; players: PlayerPlace },
): number {
  const numbers = values.map(Number);
  const isShared = new Set(values).size < values.length || values.length < rows;
  const isOrdered =
    values.length > 2 && numbers.every((number, at) => at === 0 || number > (numbers[at - 1] ?? 0));
  return (
    (isNumberOnly(name) ? 8 : 0) +
    (isShared ? 2 : 0) +
    (players === 'adjacent' ? 1 : 0) -
    (isOrdered ? 2 : 0) -
    (areLong(values) ? 4 : 0) -
    (isRowNumber(values) ? 4 : 0)
  );
}

function shareSheet(one: ColumnValues, other: ColumnValues): boolean {
  return !one.sheets || !other.sheets || !one.sheets.isDisjointFrom(other.sheets);
}

/** 1, 2, 3, … as tables are numbered, or the continuation of such numbers. */
function isRunningNumber(values: readonly string[]): boolean {
  const first = findStartOfRun(values);
  return first !== undefined && ((values.length > 1 && first <= 1) || values.length > 4);
}

/** A running number that shirts are unlikely to have, unlike 7, 8, 9, 10, 11. */
function isRowNumber(values: readonly string[]): boolean {
  return isRunningNumber(values) && ((findStartOfRun(values) ?? 0) <= 1 || areLong(values));
}

/** Whether most numbers have more digits than those of shirts usually have. */
function areLong(values: readonly string[]): boolean {
  const long = values.filter((text) => (readWhole(text).value ?? Infinity) > SHIRT_NUMBER_USUAL_MAX);
  return long.length * 2 > values.length;
}

/** The first of numbers that rise by one, in each sheet from the start; undefined for others. */
function findStartOfRun(values: readonly string[]): number | undefined {
  const numbers = values.map((text) => (/^\d{1,6}\.?$/.test(text) ? Number.parseInt(text, 10) : Number.NaN));
  const [first] = numbers;
  if (first === undefined) return undefined;
  const follows = (number: number, previous: number) =>
    number === previous + 1 || (number === first && previous > first);
  const isRun = numbers.every((number, at) => follows(number, numbers[at - 1] ?? first - 1));
  return isRun ? first : undefined;
}
