import type { Knex } from 'knex';
import { execute } from '@kitroom/server/database/execute-sql';
import { COUNTED_FIELDS, countingFunctions } from './20261122130000_item_counts.ts';
import { LOOKS } from './20261124100000_counts_of_looks.ts';

/** Texts in place of the ids of brands, clubs, seasons and sizes; they are searched and counted as names are. */
export async function up(db: Knex): Promise<void> {
  await execute(
    db,
    `
    lock table items in share row exclusive mode;
    ${setSearchTexts(
      `${TEXT} || ' ' || brand_text || ' ' || club_text || ' ' || season_text`,
      `add column brand_text text not null default '', add column club_text text not null default '',
       add column season_text text not null default '', add column size_text text default ''`,
    )}
    ${[...TEXTS, 'size_text'].map((field) => `create index items_${field}_idx on items (${field}) where ${field} <> '';`).join('\n')}
    ${countingFunctions(`${COUNTED_FIELDS} union all ${LOOKS} union all ${COUNTED_TEXTS}`)}
    `,
  );
}

export async function down(db: Knex): Promise<void> {
  await execute(
    db,
    `
    lock table items in share row exclusive mode;
    ${countingFunctions(`${COUNTED_FIELDS} union all ${LOOKS}`)}
    delete from item_counts where ${TEXTS.map((field) => `field like '${field}:%'`).join(' or ')};
    ${setSearchTexts(TEXT, [...TEXTS, 'size_text'].map((field) => `drop column ${field}`).join(', '))}
    `,
  );
}

const TEXTS = ['brand_text', 'club_text', 'season_text'];

/** The text is part of the field, as a value is a number: `club_text:SV Dorf`. */
const COUNTED_TEXTS = `
  values ${TEXTS.map((field) => `('${field}:' || items.${field}, case when items.${field} <> '' then 0 end)`).join(', ')}
`;

const TEXT = "name || ' ' || description || ' ' || coalesce(player_name, '') || ' ' || join_tags(tags)";

/** In bytes: an index entry has room for 2,704. */
const SHORT_TEXT = 500;

/** Changes columns, and what is searched, with one rewrite of the table. An expression cannot be altered. */
function setSearchTexts(text: string, columns: string): string {
  const searched = `search_text(${text})`;
  return `
    alter table items drop column search_text, drop column short_search_text;
    alter table items ${columns};
    alter table items
      add column search_text text generated always as (${searched}) stored,
      add column short_search_text text generated always as (
        case when octet_length(${searched}) <= ${SHORT_TEXT} then ${searched} end
      ) stored;
    create index items_user_id_idx on items (user_id, created_at desc, id) include (
      is_draft, is_public, is_private, item_type, brand_id, club_id, season_id, kit_id, condition, size, design,
      main_color, country, is_replica, is_signed, short_search_text
    );`;
}
