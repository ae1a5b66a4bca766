import type pg from 'pg';
import { logMergeSql } from '../changes/change-queries.ts';
import { KINDS, type Kind } from '../interchange/line-schemas.ts';
import { RECORD_KINDS, tableOf } from '../interchange/upsert-records.ts';
import { listStagedMerges } from './mirror-queries.ts';

/*
 * Imports find records by their keys, mirrors by their ids. So each record gets the key of its staged line
 * before the lines are imported. Records that others may refer to are deleted only after the import.
 */

/**
 * Gives all staged records their new keys, and frees the former slugs of clubs and the keys of deleted
 * records.
 */
export async function alignKeys(client: pg.Client): Promise<void> {
  await deleteStaged(client, 'kit');
  for (const kind of KINDS) {
    // Two steps are necessary, because records may exchange their keys.
    await client.query(vacateKeys(kind));
    await client.query(setKeys(kind));
  }
  await client.query(
    `update clubs set former_slugs = '{}' from mirror_stage
     where mirror_stage.type = 'club' and mirror_stage.id = clubs.id and clubs.former_slugs <> '{}'`,
  );
}

/** Deletes the staged records that the source has deleted. */
export async function deleteRemovedRecords(client: pg.Client): Promise<void> {
  const logMerge = logMergeSql({ type: '$1', id: '$2', intoId: '$3' });
  for (const { type, id, into_id: intoId } of await listStagedMerges(client)) {
    await client.query(`delete from ${tableOf(type).table} where id = $1`, [id]);
    await client.query(logMerge, [type, id, intoId]);
  }
  for (const kind of RECORD_KINDS) await deleteStaged(client, kind);
}

async function deleteStaged(client: pg.Client, kind: Kind): Promise<void> {
  const { table } = tableOf(kind);
  await client.query(
    `delete from ${table} using mirror_stage
     where mirror_stage.type = $1 and mirror_stage.line is null and mirror_stage.id = ${table}.id`,
    [kind],
  );
}

/** Selects the records of a kind whose keys change or that will be deleted. */
function changedKeys(kind: Kind): string {
  const { table, key } = tableOf(kind);
  return `
    select ${table}.id, mirror_stage.key
    from mirror_stage join ${table} on ${table}.id = mirror_stage.id
    where mirror_stage.type = '${kind}' and mirror_stage.key is distinct from ${table}.${key}
  `;
}

/** Replaces keys by unused ones. */
function vacateKeys(kind: Kind): string {
  const { table, key } = tableOf(kind);
  if (kind !== 'season') {
    return `
      update ${table} set ${key} = gen_random_uuid()::text
      from (${changedKeys(kind)}) as changed where changed.id = ${table}.id
    `;
  }
  return `
    update seasons set year = free.year
    from (select id, row_number() over () as place from (${changedKeys(kind)}) as changed) as changed
    join (
      select year, row_number() over () as place
      from (select lpad(number::text, 4, '0') as year from generate_series(0, 9999) as number) as years
      where not exists (select 1 from seasons where seasons.year = years.year)
        and not exists (select 1 from mirror_stage where type = 'season' and mirror_stage.key = years.year)
    ) as free using (place)
    where changed.id = seasons.id
  `;
}

function setKeys(kind: Kind): string {
  const { table, key } = tableOf(kind);
  return `
    update ${table} set ${key} = changed.key
    from (${changedKeys(kind)}) as changed where changed.id = ${table}.id and changed.key is not null
  `;
}
