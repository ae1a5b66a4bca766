import type { Knex } from 'knex';
import { execute } from '@kitroom/server/database/execute-sql';
import { addCounts, changesOf, COUNTED_FIELDS, countingFunctions } from './20261122130000_item_counts.ts';

/** Colours, designs, countries and months of creation join the counts of items. */
export async function up(db: Knex): Promise<void> {
  await execute(
    db,
    `
    -- No item may change between the new functions and the counting of what is there.
    lock table items in share row exclusive mode;
    ${countingFunctions(`${COUNTED_FIELDS} union all ${LOOKS}`)}
    ${addCounts(changesOf('items', 1), LOOKS)};
    `,
  );
}

export async function down(db: Knex): Promise<void> {
  await execute(
    db,
    `
    lock table items in share row exclusive mode;
    ${countingFunctions(COUNTED_FIELDS)}
    delete from item_counts
    where field in ('color', 'club_for_country', 'month') or field like 'design:%' or field like 'country:%';
    `,
  );
}

/**
 * Texts are part of the field, as a value is a number: `design:STRIPES`. An item without a country counts for that of
 * its club, which may change. A month is `202611`.
 */
export const LOOKS = `
  values ('color', items.main_color),
    ('design:' || items.design, case when items.design is not null then 0 end),
    ('country:' || items.country, case when items.country is not null then 0 end),
    ('club_for_country', case when items.country is null then items.club_id end),
    ('month', to_char(items.created_at at time zone 'UTC', 'YYYYMM')::integer)
`;
