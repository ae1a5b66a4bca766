import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** Cells of a row by column title. */
export type TableRow = Readonly<Record<string, string>>;

/** Reads the tables of a Markdown file by heading; tables under the same heading are joined. */
export function readTables(file: string): Map<string, TableRow[]> {
  const tables = new Map<string, TableRow[]>();
  let heading = '';
  let titles: string[] | undefined;
  for (const line of readFileSync(resolve(root, file), 'utf8').split('\n')) {
    heading = /^#+ (.*)$/.exec(line)?.[1] ?? heading;
    if (!line.startsWith('|')) {
      titles = undefined;
      continue;
    }
    const cells = line.split('|').slice(1, -1);
    if (!titles) titles = cells.map((cell) => cell.trim());
    else if (!line.startsWith('| -')) {
      const row = Object.fromEntries(titles.map((title, column) => [title, (cells[column] ?? '').trim()]));
      tables.set(heading, [...(tables.get(heading) ?? []), row]);
    }
  }
  return tables;
}
