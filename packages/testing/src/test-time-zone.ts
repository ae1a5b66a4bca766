import { randomInt } from 'node:crypto';

/**
 * Days, months and years are those of UTC, wherever the machine is: most hours of a day are on another day in
 * one of these. Ahead of UTC with and without daylight saving time, and behind it by half an hour.
 */
const ZONES = ['Pacific/Auckland', 'Pacific/Kiritimati', 'America/St_Johns'];

/**
 * Chooses the time zone of a test run, TEST_TIME_ZONE if it is set: that of this process and of those that it
 * starts, and of the tests' PostgreSQL servers.
 */
export function chooseTimeZone(): string {
  const [chosen = 'UTC'] = ZONES.slice(randomInt(ZONES.length));
  const zone = process.env['TEST_TIME_ZONE'] || chosen;
  try {
    new Date().toLocaleString('en', { timeZone: zone });
    process.env.TZ = zone;
  } catch (cause) {
    throw new Error(`TEST_TIME_ZONE is ${zone}, but must be a time zone such as ${ZONES[0]}`, { cause });
  }
  return zone;
}
