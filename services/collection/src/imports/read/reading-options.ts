import { findEncoding, quote } from '@kitroom/tabular';
import { invalidFields } from '../../invalid-input.ts';
import type { ReadingOptions, SourceSheet } from './source-table.ts';

/** What is known of a file that was read. */
interface ReadFile {
  file_key: string | null;
  sheets: readonly SourceSheet[];
  /** Null for one that is no text. */
  encoding: string | null;
}

/** With the encoding by its usual name; one that is not known is left for the validation. */
export function normalizeOptions<T extends ReadingOptions>(options: T): T {
  const { encoding } = options;
  return typeof encoding === 'string'
    ? { ...options, encoding: findEncoding(encoding) ?? encoding }
    : options;
}

/** Throws if a file cannot be read in this way: it lacks a sheet, a row or an encoding. */
export function validateReadingOptions(file: ReadFile, options: ReadingOptions): void {
  if (file.file_key === null) {
    throw invalidFields({ options: ['The file is not stored: send it again to have it read differently.'] });
  }
  const errors = [...checkSheets(file, options), ...checkEncoding(file, options)];
  if (errors.length > 0) throw invalidFields({ options: errors.slice(0, 20) });
}

function checkSheets({ sheets }: ReadFile, { sheets: chosen, header_row: given }: ReadingOptions): string[] {
  const names = new Set(sheets.map(({ name }) => name));
  const named = [...(chosen ?? []), ...(typeof given === 'object' ? Object.keys(given ?? {}) : [])];
  const unknown = named.filter((name) => !names.has(name));
  if (unknown.length === 0) return [];
  const known = [...names].slice(0, 20).map(quote).join(', ');
  return unknown.map((name) => `The file has no sheet ${quote(name)}. It has: ${known}.`);
}

function checkEncoding({ encoding: detected }: ReadFile, { encoding }: ReadingOptions): string[] {
  if (typeof encoding !== 'string') return [];
  if (detected === null) return ['"encoding": only text files, such as CSV, have one.'];
  if (findEncoding(encoding) !== undefined) return [];
  return [`${quote(encoding)} is not a known encoding. Try utf-8, windows-1252 or macroman.`];
}
