import type { getMyValue } from '@kitroom/collection-client';
import { query, type Database } from '@kitroom/server/database/database';
import type { BodyOf } from '@kitroom/shared';
import type { Condition } from '../items/item-filters.ts';

type CollectionValue = BodyOf<typeof getMyValue>;

/** The sums of a user's items in one currency, with two decimal places. */
type ValueTotalRow = CollectionValue['totals'][number];

/** The cost and the value of the items at the end of a month, such as `2026-11`. */
export type ValueOfMonthRow = CollectionValue['series'][number];

/** The value of an item minus its cost; null unless both are known in the same currency. */
const GAIN = `
  case when items.price ->> 'currency' = items.estimated_value ->> 'currency'
  then (items.estimated_value ->> 'amount')::numeric - (items.price ->> 'amount')::numeric end`;

/** The totals of the items that meet a condition, by currency. */
export function countValue(db: Database, { sql, bindings }: Condition): Promise<ValueTotalRow[]> {
  return query<ValueTotalRow>(
    db,
    `
    select money.value ->> 'currency' as currency, count(money.price) as priced_items,
      round(coalesce(sum((money.price ->> 'amount')::numeric), 0), 2) as price,
      count(money.estimate) as estimated_items,
      round(coalesce(sum((money.estimate ->> 'amount')::numeric), 0), 2) as estimated_value,
      count(money.gain) as compared_items, round(coalesce(sum(money.gain), 0), 2) as gain
    from items
    cross join lateral (
      values
        (items.price, items.price, null, ${GAIN}),
        (items.estimated_value, null, items.estimated_value, null)
    ) as money (value, price, estimate, gain)
    where ${sql} and money.value is not null
    group by 1
    order by 1`,
    bindings,
  );
}

/**
 * Lists the months in UTC in which the sums of these items in a currency changed, with the sums since then.
 */
export function listValueChanges(db: Database, { sql, bindings }: Condition): Promise<ValueOfMonthRow[]> {
  return query<ValueOfMonthRow>(
    db,
    `
    with own as (
      select id, price, coalesce(acquired_on, (created_at at time zone 'UTC')::date) as acquired_on
      from items where ${sql}
    ),
    entries as (
      select item_values.changed_at at time zone 'UTC' as at, item_values.estimated_value as now,
        lag(item_values.estimated_value) over (
          partition by item_values.item_id order by item_values.changed_at, item_values.id
        ) as before
      from item_values join own on own.id = item_values.item_id
    ),
    changes (at, money, price, estimate) as (
      select acquired_on, price, 1, 0 from own
      union all select at, now, 0, 1 from entries
      union all select at, before, 0, -1 from entries
    ),
    months as (
      select to_char(at, 'YYYY-MM') as month, money ->> 'currency' as currency,
        sum(price * (money ->> 'amount')::numeric) as price,
        sum(estimate * (money ->> 'amount')::numeric) as estimate
      from changes where money is not null group by 1, 2
    )
    select month, currency, round(sum(price) over since, 2) as price,
      round(sum(estimate) over since, 2) as estimated_value
    from months
    window since as (partition by currency order by month)
    order by month, currency`,
    bindings,
  );
}
