import type { Knex } from 'knex';

/** Collections of the archive, the scrapes that read them, and the pace of requests to the archive. */
export async function createUserCollections(db: Knex): Promise<void> {
  await createScrapes(db);
  await createCollections(db);
  await createPace(db);
}

export async function dropUserCollections(db: Knex): Promise<void> {
  for (const table of [
    'archive_turns',
    'archive_pace',
    'user_collection_custom_entries',
    'user_collection_entries',
    'user_collections',
    'scrape_custom_entries',
    'scrape_entries',
    'scrapes',
  ]) {
    await db.schema.dropTable(table);
  }
}

/** Scrapes are stored page by page. The holder of a scrape's claim continues with the next page. */
async function createScrapes(db: Knex): Promise<void> {
  await db.schema.createTable('scrapes', (table) => {
    table.uuid('id').primary().defaultTo(db.fn.uuid());
    table.integer('userid').notNullable();
    table.text('status').notNullable().defaultTo('processing');
    // The format of the archive that is read.
    table.text('source').notNullable().defaultTo('feed');
    table.integer('next_page').notNullable().defaultTo(1);
    table.integer('pages_scraped').notNullable().defaultTo(0);
    table.integer('entries').notNullable().defaultTo(0);
    // Entries that are not kits of the archive or cannot be read.
    table.integer('left_out').notNullable().defaultTo(0);
    table.jsonb('archive_user');
    // The run that processes the scrape. An older run that resumes finds that it has lost its claim.
    table.uuid('claim');
    // How many runs were started since the last page was stored, to stop a scrape that keeps killing its
    // process.
    table.integer('runs_without_progress').notNullable().defaultTo(0);
    table.text('error');
    table.timestamp('requested_at').notNullable().defaultTo(db.fn.now());
    table.timestamp('started_at');
    table.timestamp('finished_at');
    // The API key's id or the client's address while the scrape is active; null for an operator's scrape.
    table.text('client');
    // How many of the last pages in a row were empty.
    table.integer('empty_pages').notNullable().defaultTo(0);
    table.check("status in ('processing', 'ready', 'failed')", {}, 'scrapes_status_check');
    table.check("source in ('feed', 'pages')", {}, 'scrapes_source_check');
    table.unique(['userid'], {
      indexName: 'scrapes_processing_idx',
      predicate: db.whereRaw("status = 'processing'"),
    });
  });
  await db.raw('create index scrapes_userid_idx on scrapes (userid, requested_at desc)');
  for (const name of ['scrape_entries', 'scrape_custom_entries']) {
    await db.schema.createTable(name, (table) => {
      table.uuid('scrape_id');
      addEntry(table, 'scrape_id');
      table.foreign('scrape_id', `${name}_scrape_fkey`).references('scrapes.id').onDelete('cascade');
    });
  }
}

async function createCollections(db: Knex): Promise<void> {
  await db.schema.createTable('user_collections', (table) => {
    table.integer('userid').primary();
    table.integer('pages_scraped').notNullable();
    table.jsonb('archive_user');
    table.timestamp('expires_at').notNullable().index('user_collections_expires_at_idx');
    // A forced scrape hides the collection, and shows it again if the scrape fails.
    table.boolean('is_hidden').notNullable().defaultTo(false);
    // The archive had more pages than a scrape reads.
    table.boolean('is_truncated').notNullable().defaultTo(false);
  });
  for (const name of ['user_collection_entries', 'user_collection_custom_entries']) {
    await db.schema.createTable(name, (table) => {
      table.integer('userid');
      addEntry(table, 'userid');
      table
        .foreign('userid', `${name}_userid_fkey`)
        .references('user_collections.userid')
        .onDelete('cascade');
    });
  }
}

function addEntry(table: Knex.CreateTableBuilder, owner: string): void {
  table.integer('place');
  table.jsonb('entry').notNullable();
  table.primary([owner, 'place']);
}

async function createPace(db: Knex): Promise<void> {
  // A single row for all processes: who may send a request to the archive, and when the last request was
  // sent.
  await db.schema.createTable('archive_pace', (table) => {
    table.boolean('is_only').primary().defaultTo(true);
    table.timestamp('asked_at').notNullable().defaultTo('-infinity');
    // The end of a pause that the archive requested.
    table.timestamp('wait_until').notNullable().defaultTo('-infinity');
    table.uuid('claim');
    table.timestamp('claimed_until').notNullable().defaultTo('-infinity');
    table.check('is_only', {}, 'archive_pace_is_only_check');
  });
  await db('archive_pace').insert({ is_only: true });
  // The requesters that wait for a turn with the archive.
  await db.schema.createTable('archive_turns', (table) => {
    table.text('client');
    table.integer('collector');
    // The time of the last turn; before the first one, the client's last turn, or when the client started to
    // wait.
    table.timestamp('served_at').notNullable();
    // Renewed by the waiting process, so that a killed process does not delay the others.
    table.timestamp('waiting_until').notNullable();
    table.primary(['client', 'collector']);
  });
}
