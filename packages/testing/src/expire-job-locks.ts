import { queryOnce } from '@kitroom/devstack/query-once';

/**
 * Ages the locks of all jobs by 20 seconds, their lifetime, so that those of killed processes expire
 * immediately. Times are shifted, not replaced, so that a lock written with a wrong clock still does not
 * expire.
 */
export async function expireJobLocks(databaseUrl: string): Promise<void> {
  await queryOnce(databaseUrl, "update agenda_jobs set locked_at = locked_at - interval '20 seconds'");
}
