import { VALUE_MONTHS_MAX } from '@kitroom/collection-client';
import type { ValueOfMonthRow } from './value-queries.ts';

/**
 * An entry for each month and currency, up to the current month and at most `VALUE_MONTHS_MAX` months. `changes` has
 * those months in which something changed, in order.
 */
export function toValueSeries(changes: readonly ValueOfMonthRow[], now: Date): ValueOfMonthRow[] {
  const latest = new Map<string, ValueOfMonthRow>();
  let next = 0;
  return listMonths(now).flatMap((month) => {
    for (let change = changes[next]; change && change.month <= month; change = changes[next]) {
      latest.set(change.currency, change);
      next += 1;
    }
    const known = [...latest.values()].toSorted((a, b) => (a.currency < b.currency ? -1 : 1));
    return known.map((row) => ({ ...row, month }));
  });
}

/** The last months, by UTC, `2026-11` the latest. */
function listMonths(now: Date): string[] {
  return Array.from({ length: VALUE_MONTHS_MAX }, (_, index) => {
    const month = now.getUTCMonth() - (VALUE_MONTHS_MAX - 1 - index);
    return new Date(Date.UTC(now.getUTCFullYear(), month)).toISOString().slice(0, 7);
  });
}
