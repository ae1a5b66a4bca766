import type { Knex } from 'knex';
import { execute } from '@kitroom/server/database/execute-sql';

/**
 * Trigram indexes for fuzzy search. Where pg_trgm cannot be had (not installed, or not allowed), the database
 * goes without, and searches fall back to plain containment; the service says so at its start.
 */
export async function up(db: Knex): Promise<void> {
  await execute(
    db,
    `
    do $$
    begin
      create extension if not exists pg_trgm;
      create index brands_name_search_idx on brands using gin (name_search gin_trgm_ops);
      create index brands_slug_idx on brands using gin (slug gin_trgm_ops);
      create index competitions_name_search_idx on competitions using gin (name_search gin_trgm_ops);
      create index competitions_slug_idx on competitions using gin (slug gin_trgm_ops);
      create index clubs_name_search_idx on clubs using gin (name_search gin_trgm_ops);
      create index clubs_slug_idx on clubs using gin (slug gin_trgm_ops);
      create index kits_name_search_idx on kits using gin (name_search gin_trgm_ops);
    exception
      when insufficient_privilege or undefined_file or feature_not_supported or undefined_object then
        raise notice 'pg_trgm is not available: %', sqlerrm;
    end
    $$
    `,
  );
}

export async function down(db: Knex): Promise<void> {
  await execute(
    db,
    `
    drop index if exists kits_name_search_idx, clubs_slug_idx, clubs_name_search_idx, competitions_slug_idx,
      competitions_name_search_idx, brands_slug_idx, brands_name_search_idx
    `,
  );
}
