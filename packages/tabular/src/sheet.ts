/** A row of a sheet that is not blank. */
export interface SheetRecord {
  /** Counted as in a spreadsheet program: from 1, including blank rows. */
  row: number;
  /** The texts of the cells from the first column on; empty ones are `''`. */
  cells: string[];
  /** Problems of single cells, by their index: sentences for the owner of the file. */
  problems?: ReadonlyMap<number, string>;
}

/** A table of records. */
export interface Sheet {
  name: string;
  /** False for a sheet that the workbook hides. */
  isVisible: boolean;
  /**
   * Reads the rows that are not blank; each call starts at the first one. Throws an `UnreadableFile` while
   * reading if the file is damaged or hostile.
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

/** A number as text. A fourth decimal is added to three, which would be mistaken for thousands. */
export function toNumberText(number: number): string {
  const text = String(number);
  return /^-?\d+\.\d{3}$/.test(text) ? `${text}0` : text;
}
