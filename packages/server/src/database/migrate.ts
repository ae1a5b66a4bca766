import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Knex } from 'knex';
import type { Database } from './database.ts';
import { openDatabase } from './database.ts';

/** The key of the lock for migrations, the same for all services. */
const LOCK_KEY = 5_471_640_017;

/**
 * Runs pending migrations of `folder` and returns their names. An advisory lock makes it safe to call from several
 * processes at once.
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
        // A newer version may have migrated this database already while this one is still running.
        disableMigrationsListValidation: true,
      };
      // PostgreSQL releases the advisory lock when a process dies, but Knex's own lock would remain. Holding the former
      // makes it safe to free the latter.
      await db.migrate.forceFreeMigrationsLock(settings);
      return runEach(db, settings);
    });
  } finally {
    await db.destroy();
  }
}

/**
 * Each in a transaction of its own: together they would keep the locks of all their tables, and a query of a running
 * service that takes these in another order would end in a deadlock.
 */
async function runEach(db: Database, settings: Knex.MigratorConfig): Promise<string[]> {
  const names: string[] = [];
  for (;;) {
    const [, ran] = (await db.migrate.up(settings)) as [number, string[]];
    if (ran.length === 0) return names;
    names.push(...ran);
  }
}

/** Whether migrations in `folder` are pending. */
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
    // The name must not change when .ts is compiled to .js.
    getMigrationName: (file) => path.parse(file).name,
    getMigration: (file) => import(pathToFileURL(path.join(folder, file)).href) as Promise<Knex.Migration>,
  };
}
