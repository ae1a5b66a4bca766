import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Knex } from 'knex';
import type { Database } from './database.ts';
import { openDatabase } from './database.ts';

/** One key for the lock under which a database is migrated, whichever service it belongs to. */
const LOCK_KEY = 5_471_640_017;

/**
 * Brings a database up to date with the migrations in `folder`; safe from several processes at once, because
 * only one at a time gets the lock. Answers the names of the migrations that it ran.
 */
export async function migrateDatabase(options: { url: string; folder: string }): Promise<string[]> {
  const db = openDatabase({
    url: options.url,
    poolMax: 2,
    applicationName: 'kitroom-migrate',
    statementTimeoutMs: null,
  });
  try {
    return await db.transaction(async (lock) => {
      await lock.raw('select pg_advisory_xact_lock(?)', [LOCK_KEY]);
      const settings = {
        migrationSource: migrationsIn(options.folder),
        // A newer version may have migrated this database already, and this one runs beside it.
        disableMigrationsListValidation: true,
      };
      // PostgreSQL releases the lock above when a process dies; Knex's own would stay for ever. Whoever holds
      // the one above may free the other.
      await db.migrate.forceFreeMigrationsLock(settings);
      const [, names] = (await db.migrate.latest(settings)) as [number, string[]];
      return names;
    });
  } finally {
    await db.destroy();
  }
}

/** Whether the database lacks any of the migrations in `folder`. */
export async function hasPendingMigrations(db: Database, folder: string): Promise<boolean> {
  const [, pending] = (await db.migrate.list({
    migrationSource: migrationsIn(folder),
    disableMigrationsListValidation: true,
  })) as [unknown, unknown[]];
  return pending.length > 0;
}

function migrationsIn(folder: string): Knex.MigrationSource<string> {
  return {
    getMigrations: async () =>
      (await readdir(folder)).filter((name) => /^\d+_.*\.(ts|js)$/.test(name)).toSorted(),
    // The name outlives a build from .ts to .js.
    getMigrationName: (file) => path.parse(file).name,
    getMigration: (file) => import(pathToFileURL(path.join(folder, file)).href) as Promise<Knex.Migration>,
  };
}
