import type { Readable } from 'node:stream';
import type pg from 'pg';
import { query, type Database, type DatabaseOptions } from '@kitroom/server/database/database';
import { inTransaction, withConnection } from '../catalogue-database.ts';
import { openImport, type Import } from './import-target.ts';
import { LineError, readLine, type InvalidLine, type ReportedLines } from './read-line.ts';
import { readLines } from './read-lines.ts';

/** What an import changed, and the invalid lines that it skipped. */
export type ImportResult = Awaited<ReturnType<Import['finish']>> & { invalid: readonly InvalidLine[] };

export interface ImportOptions {
  /** Skips invalid lines instead of failing. */
  skipInvalid: boolean;
  /** Assigns new ids to new records and ignores those in the input. */
  ignoreIds?: boolean;
  /** Reports progress: how many bytes of the input have been read. */
  onRead?(bytes: number): void;
  /** Runs before the commit, to write rows in the transaction of the import. */
  beforeCommit?(client: pg.Client, result: ImportResult): Promise<unknown>;
}

/** Thrown if an invalid line ends the import. The transaction is rolled back. */
export class InvalidImport extends Error {
  override readonly name = 'InvalidImport';
}

/** After more changes than this, tables are vacuumed and analyzed. */
const MANY_CHANGES = 10_000;
/** The maximum length of a key in messages. */
const SHOWN_KEY_CHARACTERS = 300;

/**
 * Imports a catalogue from NDJSON in one transaction, which an invalid line rolls back. Records with known
 * keys are updated, and unchanged rows are not written. Memory use does not depend on the length of the
 * input.
 */
export async function importCatalogue(
  database: DatabaseOptions,
  input: Readable,
  options: ImportOptions,
): Promise<ImportResult> {
  return withConnection(database, async (client) => {
    const result = await inTransaction(client, async () => {
      await client.query('select pg_advisory_xact_lock($1)', [IMPORT_LOCK_KEY]);
      const target = await openImport(client, options);
      const invalid = await readInto(target, input, options);
      const imported = { ...(await target.finish()), invalid };
      await options.beforeCommit?.(client, imported);
      return imported;
    });
    await vacuumAfterMany(client, result);
    return result;
  });
}

/** Vacuums and analyzes the changed tables after an import that changed many kits. */
export async function vacuumAfterMany(
  client: pg.Client,
  { inserted, updated }: Pick<ImportResult, 'inserted' | 'updated'>,
): Promise<void> {
  if ((inserted['kits'] ?? 0) + (updated['kits'] ?? 0) <= MANY_CHANGES) return;
  const changed = Object.keys({ ...inserted, ...updated });
  await client.query(`vacuum (analyze) ${changed.join(', ')}`);
}

/** Describes how many rows of each table an import changed, and which lines it handled specially. */
export function describeResult(result: Omit<ImportResult, 'invalid'>): string {
  const { inserted, updated, superseded, replaced, unchecked } = result;
  const tables = Object.keys({ ...inserted, ...updated });
  const changes = tables.map(
    (table) => `${table}: ${inserted[table] ?? 0} new, ${updated[table] ?? 0} changed`,
  );
  return [
    `${changes.length === 0 ? 'Nothing changed' : changes.join('; ')}.`,
    ...(superseded === 0 ? [] : [describeSuperseded(superseded)]),
    ...describeNoted(replaced, 'replaced earlier lines of the file'),
    ...describeNoted(unchecked, 'break the rules for new records, and were imported unchanged'),
  ].join(' ');
}

/** `3 lines replaced earlier lines of the file: line 7 (a), …` */
function describeNoted({ count, first }: ReportedLines, outcome: string): string[] {
  if (count === 0) return [];
  const more = count > first.length ? ', …' : '';
  return [`${count} ${count === 1 ? 'line' : 'lines'} ${outcome}: ${first.join(', ')}${more}.`];
}

/** Describes how many lines by former slugs were skipped, and why. */
export function describeSuperseded(count: number): string {
  const lines = count === 1 ? '1 line by a former slug' : `${count} lines by former slugs`;
  return `Left out ${lines}: the file has the present one as well.`;
}

/** Describes an invalid line for the operator, on a single line: control characters are escaped. */
export function describeInvalid({ number, key, reason }: InvalidLine): string {
  const text = `line ${number}${key === undefined ? '' : ` (${key.slice(0, SHOWN_KEY_CHARACTERS)})`}: ${reason}`;
  return text.replaceAll(
    /[\p{Cc}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

async function readInto(target: Import, input: Readable, options: ImportOptions): Promise<InvalidLine[]> {
  const invalid: InvalidLine[] = [];
  for await (const line of readLines(input)) {
    try {
      if ('error' in line) throw line.error;
      const record = readLine(line.text);
      const full = target.add(record, line);
      if (full) await full;
    } catch (error) {
      if (!(error instanceof LineError)) throw error;
      const problem = { number: line.number, key: error.key, reason: error.message };
      if (!options.skipInvalid) throw new InvalidImport(describeInvalid(problem));
      invalid.push(problem);
    }
    options.onRead?.(line.bytes);
  }
  const conflicts = await target.leaveOutConflicts();
  const [first] = conflicts;
  if (first && !options.skipInvalid) throw new InvalidImport(describeInvalid(first));
  return [...invalid, ...conflicts].toSorted((left, right) => left.number - right.number);
}

/** The lock that allows only one import at a time, because two could insert the same key. */
export const IMPORT_LOCK_KEY = 5_471_640_018;

/**
 * Blocks imports until the transaction ends. Returns false if one is running; the caller should then roll
 * back, because its writes could make the import fail.
 */
export async function blockImports(transaction: Database): Promise<boolean> {
  const [row] = await query<{ is_locked: boolean }>(
    transaction,
    'select pg_try_advisory_xact_lock_shared(?) as is_locked',
    [IMPORT_LOCK_KEY],
  );
  return row?.is_locked ?? false;
}
