import type { Knex } from 'knex';
import { execute } from '@kitroom/server/database/execute-sql';

/**
 * Filtered lists are answered from the index of each process: their indexes only cost writes. While a process builds its
 * index, such lists read the whole table.
 */
export async function up(db: Knex): Promise<void> {
  await execute(
    db,
    'drop index kits_country_idx, kits_primary_color_idx, kits_design_idx, kits_secondary_colors_idx',
  );
}

export async function down(db: Knex): Promise<void> {
  await execute(
    db,
    `
    create index kits_country_idx on kits (country, id desc);
    create index kits_primary_color_idx on kits (primary_color, id desc);
    create index kits_design_idx on kits (design, id desc);
    create index kits_secondary_colors_idx on kits using gin (secondary_colors);
    `,
  );
}
