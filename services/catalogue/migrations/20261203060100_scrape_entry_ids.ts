import type { Knex } from 'knex';

/** The entry ids that a scrape has read, of both kinds of entries, so that repeated entries are skipped. */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('scrape_entry_ids', (table) => {
    table.uuid('scrape_id');
    table.integer('entry_id');
    table.primary(['scrape_id', 'entry_id']);
    table.foreign('scrape_id', 'scrape_entry_ids_scrape_fkey').references('scrapes.id').onDelete('cascade');
  });
  // Active scrapes keep the entries that they have read.
  for (const entries of ['scrape_entries', 'scrape_custom_entries']) {
    await db.raw(`
      insert into scrape_entry_ids (scrape_id, entry_id)
      select scrape_id, (entry ->> 'entry_id')::integer
      from ${entries}
      where entry ->> 'entry_id' is not null
      on conflict do nothing
    `);
  }
}

export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable('scrape_entry_ids');
}
