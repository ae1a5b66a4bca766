import { Readable } from 'node:stream';
import type { Database } from '@kitroom/server/database/database';
import type { ImportRecord } from './import-queries.ts';
import { listRowsOfStatus, type ImportRowRecord } from './import-row-queries.ts';
import { readCell } from './read/source-table.ts';
import { escapeCell } from '../exports/spreadsheet-cell.ts';

const BATCH = 500;
const ERROR = 'error';

/** The rows that were not imported, as CSV: their cells unchanged, followed by the error. */
export function streamFailedRows(db: Database, record: ImportRecord): Readable {
  return Readable.from(toLines(db, record));
}

async function* toLines(db: Database, { id, columns }: ImportRecord): AsyncGenerator<string> {
  // Uploading a file of failed rows again must not keep its old errors.
  const names = columns.map(({ name }) => name).filter((name) => name !== ERROR);
  yield toLine([...names, ERROR]);
  for (let after = 0; ;) {
    const rows = await listRowsOfStatus(db, id, ['ambiguous', 'invalid', 'failed'], after, BATCH);
    const last = rows.at(-1);
    if (!last) return;
    yield rows
      .map((row) => toLine([...names.map((name) => readCell(row.cells, name) ?? ''), explain(row)]))
      .join('');
    after = last.number;
  }
}

function explain({ errors, candidates }: ImportRowRecord): string {
  const wrong = Object.entries(errors ?? {}).map(([field, sentences]) => `${field}: ${sentences.join(' ')}`);
  const unclear = Object.entries(candidates ?? {}).map(
    ([field, list]) => `${field}: could be ${list.map(({ id, name }) => `${name} (${id})`).join(' or ')}.`,
  );
  return [...wrong, ...unclear].join(' ');
}

function toLine(cells: readonly string[]): string {
  return `${cells.map((cell) => quote(escapeCell(cell))).join(',')}\r\n`;
}

function quote(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
