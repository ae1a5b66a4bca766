/** A row of a sheet that holds anything. */
export interface SheetRecord {
  /** As a spreadsheet program counts: from 1, with blank rows. */
  row: number;
  /** The texts of the cells from the first column on; empty ones are `''`. */
  cells: string[];
  /** What is wrong with single cells, by their index: sentences for the owner of the file. */
  problems?: ReadonlyMap<number, string>;
}

/** A table of records. */
export interface Sheet {
  name: string;
  /** False for a sheet that the workbook hides. */
  isVisible: boolean;
  /**
   * Reads the rows that are not blank, from the first one on with each call. Throws an `UnreadableFile` on
   * the way if the file turns out to be damaged or hostile.
   */
  records(): AsyncGenerator<SheetRecord, void>;
}

export function isBlank(record: readonly string[]): boolean {
  return record.every((text) => text.trim() === '');
}

/** The letters of a column, `A` for 0, as spreadsheet programs show them. */
export function toColumnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : `${toColumnLetters(Math.floor(index / 26) - 1)}${last}`;
}

/** The index of a column by its letters: 0 for `A`. */
export function toColumnIndex(letters: string): number {
  return Array.from(letters).reduce((index, letter) => index * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** A number as a text. One with three decimals gets a fourth: they would be taken for thousands. */
export function toNumberText(number: number): string {
  const text = String(number);
  return /^-?\d+\.\d{3}$/.test(text) ? `${text}0` : text;
}
