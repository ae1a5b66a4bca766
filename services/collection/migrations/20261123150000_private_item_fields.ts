import type { Knex } from 'knex';
import { execute } from '@kitroom/server/database/execute-sql';

/** What only the owner of an item sees, and the history of its estimated value. */
export async function up(db: Knex): Promise<void> {
  await execute(db, FIELDS);
  await execute(db, VALUES);
}

export async function down(db: Knex): Promise<void> {
  await execute(
    db,
    `
    drop table item_values;
    drop trigger items_inserted_value on items;
    drop trigger items_updated_value on items;
    alter table items
      drop column notes, drop column location, drop column acquired_on, drop column acquired_from, drop column price,
      drop column estimated_value;
    drop function add_item_value(), is_money(jsonb);
    `,
  );
}

/** An amount and its currency are one value, so that they are one column: neither exists without the other. */
const FIELDS = `
create function is_money(value jsonb) returns boolean
language sql immutable strict parallel safe
return value ->> 'amount' ~ '^[0-9]{1,10}\\.[0-9]{2}$' and value ->> 'currency' ~ '^[A-Z]{3}$';

alter table items
  add column notes text not null default '',
  add column location text not null default '',
  add column acquired_on date,
  add column acquired_from text not null default '',
  add column price jsonb constraint items_price_check check (is_money(price)),
  add column estimated_value jsonb constraint items_estimated_value_check check (is_money(estimated_value));
`;

/** Kept by triggers, so that no write of an item can forget it. Null since the estimate was removed. */
const VALUES = `
create table item_values (
  id bigint generated always as identity primary key,
  item_id integer not null constraint item_values_item_id_fkey references items on delete cascade,
  estimated_value jsonb constraint item_values_estimated_value_check check (is_money(estimated_value)),
  changed_at timestamptz not null default now()
);

create index item_values_item_id_idx on item_values (item_id, changed_at, id);

create function add_item_value() returns trigger language plpgsql as $$
begin
  insert into item_values (item_id, estimated_value) values (new.id, new.estimated_value);
  return null;
end $$;

create trigger items_inserted_value after insert on items
for each row when (new.estimated_value is not null) execute function add_item_value();

create trigger items_updated_value after update of estimated_value on items
for each row when (new.estimated_value is distinct from old.estimated_value) execute function add_item_value();
`;
