import { listColumnFields } from './read-headings.ts';
import { readWhole } from './read-values.ts';

/** A column with its first values, unchanged. */
export interface ColumnValues {
  name: string;
  values: readonly string[];
  /** The sheets whose rows fill the column, as columns of different sheets may have the same field. */
  sheets?: ReadonlySet<string>;
}

/** Where the column of players is, relative to another column of the table. */
export type PlayerPlace = 'adjacent' | 'elsewhere' | 'nowhere';

const SHIRT_NUMBER_USUAL_MAX = 99;

/** Locates the players for each column. The first one is never `adjacent`, as it usually has row numbers. */
export function locatePlayers(columns: readonly ColumnValues[]): PlayerPlace[] {
  const hasPlayers = columns.map(({ name }) => listColumnFields(name)[0] === 'player_name');
  return columns.map((column, at) => {
    const isPlayers = (candidate: ColumnValues, index: number) =>
      hasPlayers[index] === true && index !== at && shareSheet(column, candidate);
    if (!columns.some(isPlayers)) return 'nowhere';
    const neighbours = at === 0 ? [] : [at - 1, at + 1];
    return neighbours.some((index) => columns[index] && isPlayers(columns[index], index))
      ? 'adjacent'
      : 'elsewhere';
  });
}

/** Whether a heading can only mean a shirt number, such as `Squad no.`. */
export function isNumberOnly(name: string): boolean {
  const fields = listColumnFields(name);
  return name === 'number' || (fields[0] === 'number' && !fields.includes('external_id'));
}

/** Whether values can be ids of rows: they are distinct, and not just row numbers. */
export function canBeIds(values: readonly string[]): boolean {
  return !isRunningNumber(values) && new Set(values).size === values.length;
}

/** Whether the numbers of a column such as `No.` are shirt numbers, rather than row or inventory numbers. */
export function areShirtNumbers(values: readonly string[], players: PlayerPlace): boolean {
  if (isRowNumber(values)) return players === 'adjacent';
  return players !== 'nowhere' || !areLong(values) || !canBeIds(values);
}

/**
 * Scores how likely a column has the shirt numbers, compared with other columns. Shirt numbers repeat, are
 * missing in some rows, and are next to the player; row and inventory numbers are long or in order.
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

function shareSheet(left: ColumnValues, right: ColumnValues): boolean {
  return !left.sheets || !right.sheets || !left.sheets.isDisjointFrom(right.sheets);
}

/** Whether values are consecutive: 1, 2, 3, …, or at least five numbers that start later. */
function isRunningNumber(values: readonly string[]): boolean {
  const first = findStartOfRun(values);
  return first !== undefined && ((values.length > 1 && first <= 1) || values.length > 4);
}

/** Whether consecutive values are unlikely to be shirt numbers, unlike 7, 8, 9, 10, 11. */
function isRowNumber(values: readonly string[]): boolean {
  return isRunningNumber(values) && ((findStartOfRun(values) ?? 0) <= 1 || areLong(values));
}

/** Whether most numbers have more digits than those of shirts usually have. */
function areLong(values: readonly string[]): boolean {
  const long = values.filter((text) => (readWhole(text).value ?? Infinity) > SHIRT_NUMBER_USUAL_MAX);
  return long.length * 2 > values.length;
}

/** The first of consecutive numbers, which may start again in each sheet; undefined for other values. */
function findStartOfRun(values: readonly string[]): number | undefined {
  const numbers = values.map((text) => (/^\d{1,6}\.?$/.test(text) ? Number.parseInt(text, 10) : Number.NaN));
  const [first] = numbers;
  if (first === undefined) return undefined;
  const follows = (number: number, previous: number) =>
    number === previous + 1 || (number === first && previous > first);
  const isRun = numbers.every((number, at) => follows(number, numbers[at - 1] ?? first - 1));
  return isRun ? first : undefined;
}
