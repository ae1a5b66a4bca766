import { databaseUrlVariable, integerVariableOr } from '@kitroom/server/process/config';

const LAG_SECONDS_MAX = 3600;

/** The variables of the standby that serves reads. */
export const standbyVariables = {
  DATABASE_READ_URL: databaseUrlVariable.optional().meta({
    allowed: 'an address such as postgres://user:password@host:5432/database',
    secret: true,
    description:
      'a [standby](operations.md#reads-from-a-standby) of the same database, which serves reads if it already has the data that they must show; requires `REDIS_URL`',
    fallback: 'none',
  }),
  DATABASE_READ_MAX_LAG_SECONDS: integerVariableOr(0, LAG_SECONDS_MAX, 5).describe(
    'how far the standby may be behind; 0: it serves nothing',
  ),
};

export function requireRedis(config: {
  DATABASE_READ_URL?: string | undefined;
  REDIS_URL?: string | undefined;
}): string[] {
  if (config.DATABASE_READ_URL === undefined || config.REDIS_URL !== undefined) return [];
  return ['DATABASE_READ_URL requires REDIS_URL'];
}
