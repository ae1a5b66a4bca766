import type pg from 'pg';
import { KINDS, type Kind } from '../interchange/line-schemas.ts';
import { tableOf } from '../interchange/upsert-records.ts';

/** The new state of a record of the source. */
export interface StagedRecord {
  type: Kind;
  id: number;
  /** The record's key and its line in the import format; null if it will be deleted. */
  key: string | null;
  line: string | null;
  /** The record that it was merged into; null if it was not merged. */
  intoId: number | null;
}

/** The state of a mirror. */
interface MirrorState {
  url: string;
  /** The last staged change; null before a snapshot has been staged. */
  sequence: number | null;
}

export async function findMirrorState(client: pg.Client): Promise<MirrorState | undefined> {
  const { rows } = await client.query<MirrorState>('select url, sequence from mirror_source');
  return rows[0];
}

export async function insertMirrorState(client: pg.Client, url: string): Promise<void> {
  await client.query('insert into mirror_source (url) values ($1)', [url]);
}

/** Sets the last staged change. Null starts over with a snapshot. */
export async function updateSequence(client: pg.Client, sequence: number | null): Promise<void> {
  await client.query('update mirror_source set sequence = $1', [sequence]);
}

export async function hasRecords(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ has_any: boolean }>(
    `select ${KINDS.map((kind) => `exists (select 1 from ${tableOf(kind).table})`).join(' or ')} as has_any`,
  );
  return rows[0]?.has_any ?? false;
}

/** Stages the deletion of all records, for a snapshot that replaces them. */
export async function stageDeletions(client: pg.Client): Promise<void> {
  await client.query('delete from mirror_stage');
  for (const kind of KINDS) {
    await client.query(`insert into mirror_stage (type, id) select $1, id from ${tableOf(kind).table}`, [
      kind,
    ]);
  }
}

/** Stages records, which must be distinct. */
export async function stageRecords(client: pg.Client, records: readonly StagedRecord[]): Promise<void> {
  if (records.length === 0) return;
  await client.query(
    `
    insert into mirror_stage (type, id, key, line, into_id)
    select * from unnest($1::text[], $2::integer[], $3::text[], $4::text[], $5::integer[])
    on conflict (type, id) do update set key = excluded.key, line = excluded.line, into_id = excluded.into_id
    `,
    [
      records.map(({ type }) => type),
      records.map(({ id }) => id),
      records.map(({ key }) => key),
      records.map(({ line }) => line),
      records.map(({ intoId }) => intoId),
    ],
  );
}

export async function isStageEmpty(client: pg.Client): Promise<boolean> {
  return (await client.query('select 1 from mirror_stage limit 1')).rows.length === 0;
}

/** Lists the lines of a kind's staged records after an id, without deletions. */
export async function listStagedLines(client: pg.Client, kind: Kind, afterId: number, limit: number) {
  const { rows } = await client.query<{ id: number; line: string }>(
    `select id, line from mirror_stage where type = $1 and line is not null and id > $2 order by id limit $3`,
    [kind, afterId, limit],
  );
  return rows;
}

/** Lists the staged records that were merged into others. */
export async function listStagedMerges(client: pg.Client) {
  const { rows } = await client.query<{ type: Kind; id: number; into_id: number }>(
    'select type, id, into_id from mirror_stage where into_id is not null',
  );
  return rows;
}

export async function clearStage(client: pg.Client): Promise<void> {
  await client.query('delete from mirror_stage');
}
