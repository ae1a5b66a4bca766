import type { Knex } from 'knex';

const COPIES = { brands: 'brand_id', clubs: 'club_id', seasons: 'season_id', kits: 'kit_id' };
const COLUMNS = Object.values(COPIES).join(', ');

/**
 * Copies of records that the catalogue has merged point to the records that replace them. Items never refer
 * to the old ones, no matter what writes them: requests, imports, undoing, or the previous version.
 */
export async function up(db: Knex): Promise<void> {
  for (const table of Object.keys(COPIES)) {
    await db.schema.alterTable(table, (copies) => copies.integer('merged_into'));
  }
  await db.raw(USE_CURRENT_REFERENCES);
}

export async function down(db: Knex): Promise<void> {
  await db.raw('drop function use_current_references() cascade');
  for (const table of Object.keys(COPIES)) {
    await db.schema.alterTable(table, (copies) => copies.dropColumn('merged_into'));
  }
}

const USE_CURRENT_REFERENCES = `
create function use_current_references() returns trigger language plpgsql as $$
begin
  ${Object.entries(COPIES)
    .map(
      ([table, column]) =>
        `new.${column} := coalesce((select merged_into from ${table} where id = new.${column}), new.${column});`,
    )
    .join('\n  ')}
  return new;
end $$;

create trigger items_current_references before insert or update of ${COLUMNS} on items
for each row execute function use_current_references();
`;
