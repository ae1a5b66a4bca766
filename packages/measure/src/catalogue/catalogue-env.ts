/** The environment of a measured catalogue: no client reaches its limit, and no job takes CPU time. */
export function catalogueEnv(databaseUrl: string): Record<string, string> {
  return { DATABASE_URL: databaseUrl, RATE_LIMIT_REQUESTS: '1000000000', WORKER: 'false' };
}
