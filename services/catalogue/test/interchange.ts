import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { beforeEach } from '@jest/globals';
import pg from 'pg';
import type { CommandOutput } from '@kitroom/testing/captured-output';
import { useService } from '@kitroom/testing/use-service';
import { databaseOptions } from '../src/catalogue-database.ts';
import { readCatalogueConfig } from '../src/config.ts';
import {
  importCatalogue,
  type ImportOptions,
  type ImportResult,
} from '../src/interchange/import-catalogue.ts';
import { EMPTY_CATALOGUE, TABLES } from './fixture-catalogue.ts';
import { createCatalogueDatabase, runCommand } from './test-catalogue.ts';

/** Input of an import: lines as strings or objects, or raw bytes. */
export type Input = Buffer | ReadonlyArray<string | object>;

/** A catalogue's database without a service, and the commands `import` and `export` on it. */
export interface ImportExportDatabase {
  databaseUrl: string;
  /** A separate folder for files. */
  folder: string;
  rows<Row = Record<string, unknown>>(sql: string, bindings?: unknown[]): Promise<Row[]>;
  /** Returns every row of every table as text, with the transaction that last wrote it. */
  versions(): Promise<unknown[]>;
  /** Removes all records and restarts ids at 1. */
  clear(): Promise<void>;
  /** Counts the rows of all tables. */
  count(): Promise<number>;
  /** Imports in this process. */
  load(input: Input, options?: Partial<ImportOptions>): Promise<ImportResult>;
  /** Imports bytes that are received in pieces. */
  loadPieces(pieces: readonly Buffer[], options?: Partial<ImportOptions>): Promise<ImportResult>;
  /** Runs an import that must fail in this process, and returns the error message. */
  failure(input: Input): Promise<string>;
  /** Runs `catalogue <args>` in this process. */
  run(args: string[], input?: string): Promise<CommandOutput>;
  /** Writes a file and runs `catalogue import` on it. */
  importFile(input: Input, ...options: string[]): Promise<CommandOutput>;
  /** Returns the standard output of `catalogue export`. */
  exported(): Promise<string>;
  close(): Promise<void>;
}

/** Opens a new, migrated database. */
export async function openInterchange(): Promise<ImportExportDatabase> {
  const database = await createCatalogueDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'kitroom-interchange-'));
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const env = { DATABASE_URL: database.url };
  let files = 0;

  const run = (args: string[], input = '') => runCommand(args, { env, input });

  async function rows<Row>(sql: string, bindings: unknown[] = []): Promise<Row[]> {
    return (await client.query(sql, bindings)).rows as Row[];
  }

  function loadPieces(
    pieces: readonly Buffer[],
    options: Partial<ImportOptions> = {},
  ): Promise<ImportResult> {
    const config = readCatalogueConfig(env);
    return importCatalogue(databaseOptions(config), Readable.from(pieces), {
      skipInvalid: false,
      ...options,
    });
  }

  return {
    databaseUrl: database.url,
    folder,
    rows,
    run,
    versions: () =>
      rows(
        TABLES.map(
          (table) => `select '${table}' as name, id, xmin::text, ${table}::text as row from ${table}`,
        ).join(' union all ') + ' order by name, id',
      ),
    async clear() {
      await client.query(EMPTY_CATALOGUE);
    },
    async count() {
      const counts = TABLES.map((table) => `(select count(*) from ${table})`).join(' + ');
      const [row] = await rows<{ rows: string }>(`select ${counts} as rows`);
      return Number(row?.rows);
    },
    load: (input, options) => loadPieces([toBytes(input)], options),
    loadPieces,
    failure: async (input) => {
      const error: unknown = await loadPieces([toBytes(input)]).then(
        () => new Error('the import did not fail'),
        (reason: unknown) => reason,
      );
      return error instanceof Error ? error.message : String(error);
    },
    async importFile(input, ...options) {
      files += 1;
      const file = join(folder, `${files}.ndjson`);
      await writeFile(file, toBytes(input));
      return run(['import', file, ...options]);
    },
    async exported() {
      const { status, stdout, stderr } = await run(['export']);
      if (status !== 0) throw new Error(`the export failed: ${stderr}`);
      return stdout;
    },
    async close() {
      await client.end();
      await rm(folder, { recursive: true });
      await database.drop();
    },
  };
}

/** Opens a database for the tests of a file; it is emptied before each test. */
export function useInterchange(): ImportExportDatabase {
  const interchange = useService(openInterchange);
  beforeEach(() => interchange.clear());
  return interchange;
}

/** Converts an input to bytes. */
export function toBytes(input: Input): Buffer {
  if (Buffer.isBuffer(input)) return input;
  return Buffer.from(
    input.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''),
  );
}

/** The minimal references of a kit: its club and brand. */
export const CLUB = { kind: 'club', slug: 'malaga-cf-kits', name: 'Málaga CF' } as const;
export const BRAND = { kind: 'brand', slug: 'adidas-kits', name: 'adidas' } as const;

/** Returns the line of a kit of that club and brand. */
export function kitLine(slug: string, fields: object = {}) {
  return {
    kind: 'kit',
    slug,
    name: `Málaga CF ${slug}`,
    club: CLUB.slug,
    season: '2024-25',
    brand: BRAND.slug,
    type: 'Home',
    ...fields,
  };
}
