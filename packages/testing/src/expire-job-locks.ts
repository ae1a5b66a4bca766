import { queryOnce } from '@kitroom/devstack/query-once';

/**
 * Makes the locks of all jobs 20 seconds older, the time for which they hold: those of killed processes
 * expire without a wait. Relative to what the processes wrote, so that a lock by a wrong clock still does
 * not.
 */
export async function expireJobLocks(databaseUrl: string): Promise<void> {
  await queryOnce(databaseUrl, "update agenda_jobs set locked_at = locked_at - interval '20 seconds'");
}
