import { randomInt } from 'node:crypto';

/**
 * Days, months and years must be those of UTC in any time zone. In one of these zones, most hours of a day
 * have a different date. They are ahead of UTC with and without daylight saving time, and behind it by a
 * half-hour offset.
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
