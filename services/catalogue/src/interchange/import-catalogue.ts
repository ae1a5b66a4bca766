import type { Readable } from 'node:stream';
import pg from 'pg';
import { connectionOptions, type DatabaseOptions } from '@kitroom/server/database/database';
import { IMPORT_LOCK_KEY } from './import-lock.ts';
import { openImport, type Import } from './import-target.ts';
import { LineError, readLine, type InvalidLine } from './read-line.ts';
import { readLines } from './read-lines.ts';

/** How an import went. */
export interface ImportResult {
  /** Rows by table. */
  inserted: Readonly<Record<string, number>>;
  updated: Readonly<Record<string, number>>;
  invalid: readonly InvalidLine[];
}

/** What an import may do besides importing. */
export interface ImportOptions {
  /** Go on past bad lines. */
  skipInvalid: boolean;
  /** Number new records anew, whatever ids their lines give. */
  ignoreIds?: boolean;
  /** Told now and then how much of the input has been read. */
  onRead?(bytes: number): void;
}

/** A bad line that ended an import: nothing of the input was kept. */
export class InvalidImport extends Error {
  override readonly name = 'InvalidImport';
}

/** After so many changes the tables are worth a look by PostgreSQL before the next search. */
const MANY_CHANGES = 10_000;
/** As many as a key may have. */
const SHOWN_KEY_CHARACTERS = 300;

/**
 * Imports a catalogue from NDJSON in one transaction: all of it, or on a bad line nothing. Keys that are known
 * are updated, and what is the same already is left alone. Memory is bounded however long the input is.
 */
export async function importCatalogue(
  database: DatabaseOptions,
  input: Readable,
  options: ImportOptions,
): Promise<ImportResult> {
  const client = new pg.Client(connectionOptions({ ...database, statementTimeoutMs: null }));
  // A connection that ends is told by the statement that needed it.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [IMPORT_LOCK_KEY]);
    const target = await openImport(client, options);
    const invalid = await readInto(target, input, options);
    await target.finish();
    await client.query('commit');
    if ((target.inserted['kits'] ?? 0) + (target.updated['kits'] ?? 0) > MANY_CHANGES) {
      await client.query('vacuum (analyze) kits');
    }
    return { inserted: target.inserted, updated: target.updated, invalid };
  } finally {
    // Ends an open transaction too.
    await client.end();
  }
}

/** The operator's sentence about a line: one line, whatever the key and the complaint quote. */
export function describeInvalid({ number, key, complaint }: InvalidLine): string {
  const text = `line ${number}${key === undefined ? '' : ` (${key.slice(0, SHOWN_KEY_CHARACTERS)})`}: ${complaint}`;
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
      const problem = { number: line.number, key: error.key, complaint: error.message };
      if (!options.skipInvalid) throw new InvalidImport(describeInvalid(problem));
      invalid.push(problem);
    }
    options.onRead?.(line.bytes);
  }
  const conflicts = await target.leaveOutConflicts();
  const [first] = conflicts;
  if (first && !options.skipInvalid) throw new InvalidImport(describeInvalid(first));
  return [...invalid, ...conflicts].toSorted((one, other) => one.number - other.number);
}
