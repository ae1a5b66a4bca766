import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** A row of a table, by the titles of its columns. */
export type TableRow = Readonly<Record<string, string>>;

/**
 * The tables of a Markdown file of the repository, by the heading that they stand under; those of one are
 * one.
 */
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
