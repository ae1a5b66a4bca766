import { query, type Database } from '@kitroom/server/database/database';
import { ago } from '@kitroom/server/database/query-parts';
import { REFERENCE_DAYS_SURE, REFERENCE_DAYS_UNUSED, REFERENCE_RETRY_HOURS } from '../limits.ts';
import {
  COPIES,
  REFERENCE_FIELDS,
  type KitFills,
  type Reference,
  type ReferenceField,
} from './reference-fields.ts';

/** Columns shared by the tables of copies. */
interface CopyTable {
  id: number;
  /** Null until it is complete. */
  taken_at: Date | null;
  /** Whether the catalogue has no such record. */
  is_unknown: boolean;
}

const copies = (db: Database, field: ReferenceField) => db<CopyTable>(COPIES[field].table);

/**
 * Lists the references that need no request: those with a copy that is complete or, unless confirmation is
 * required, pending. Copies that are about to be removed do not count, nor do copies of kits without the
 * values that items take over.
 */
export async function listCopied(
  db: Database,
  references: readonly Reference[],
  { mustBeConfirmed }: { mustBeConfirmed: boolean },
): Promise<Reference[]> {
  if (references.length === 0) return [];
  const parts = references.map(
    ({ field }) => `
      select '${field}' as field, id from ${COPIES[field].table}
      where id = ? and not is_unknown
        and (
          ${mustBeConfirmed ? '' : 'taken_at is null or '}
          taken_at > now() - interval '${REFERENCE_DAYS_SURE} days' ${field === 'kit' ? 'and fills is not null' : ''}
        )`,
  );
  return query<Reference>(
    db,
    parts.join(' union all '),
    references.map(({ id }) => id),
    `held ${references.map(({ field }) => field).join(' ')}${mustBeConfirmed ? ' confirmed' : ''}`,
  );
}

/** The values that an item takes over from a kit; undefined if there is no complete copy of it. */
export async function findKitFills(db: Database, id: number): Promise<KitFills | undefined> {
  const row = await db<CopyTable & { fills: KitFills | null }>('kits')
    .where({ id, is_unknown: false })
    .first('fills');
  return row?.fills ?? undefined;
}

/** Inserts a copy without a name; an existing one keeps its name and is due for a refresh. */
export async function insertPending(db: Database, { field, id }: Reference): Promise<void> {
  await copies(db, field).insert({ id }).onConflict('id').merge({ taken_at: null, is_unknown: false });
}

/** Lists pending copies in random order, so that none blocks the others. */
export async function listPending(db: Database, limit: number): Promise<Reference[]> {
  const parts = REFERENCE_FIELDS.map(
    (field) => `select '${field}' as field, id from ${COPIES[field].table} where taken_at is null`,
  );
  return query<Reference>(
    db,
    `select * from (${parts.join(' union all ')}) as awaited order by random() limit ?`,
    [limit],
  );
}

/** Lists copies in use that are older than a day, oldest first, and clubs whose aliases are not known yet. */
export async function listStale(db: Database, limit: number): Promise<Reference[]> {
  const parts = REFERENCE_FIELDS.map(
    (field) => `
      (select '${field}' as field, id, taken_at from ${COPIES[field].table} as copies
       where (taken_at < now() - interval '1 day' ${field === 'club' ? LACKS_ALIASES : ''}) and ${isUsed(field)}
       order by taken_at limit ?)`,
  );
  return query<Reference>(
    db,
    `select field, id from (${parts.join(' union all ')}) as stale order by taken_at limit ?`,
    [...REFERENCE_FIELDS.map(() => limit), limit],
  );
}

/** Clubs without aliases, except those whose last refresh failed. */
const LACKS_ALIASES = `or aliases_search is null and not is_unknown
  and taken_at > now() - interval '${24 - REFERENCE_RETRY_HOURS} hours'`;

/** The number of copies, used or not. */
export async function countCopies(db: Database): Promise<number> {
  const counts = REFERENCE_FIELDS.map((field) => `(select count(*) from ${COPIES[field].table})`);
  const [row] = await query<{ copies: number }>(db, `select ${counts.join(' + ')} as copies`);
  return row?.copies ?? 0;
}

/**
 * Marks a record as unknown to the catalogue: the copy keeps its last name, and is checked again after a day.
 * Returns false if it was already marked.
 */
export async function markUnknown(db: Database, { field, id }: Reference): Promise<boolean> {
  const { table } = COPIES[field];
  const [row] = await query<{ was_unknown: boolean }>(
    db,
    `update ${table} set is_unknown = true, taken_at = now()
     from (select id, is_unknown as was_unknown from ${table} where id = ?) as before
     where ${table}.id = before.id
     returning was_unknown`,
    [id],
  );
  return row?.was_unknown === false;
}

/** Defers a copy that cannot be refreshed, so that it does not block others. */
export async function postpone(db: Database, { field, id }: Reference): Promise<void> {
  await copies(db, field)
    .where({ id })
    .whereNotNull('taken_at')
    .update({ taken_at: ago(db, { hours: 24 - REFERENCE_RETRY_HOURS }) });
}

/** Removes unused copies that were not fetched lately; returns how many. */
export async function removeUnused(db: Database): Promise<number> {
  let removed = 0;
  for (const field of REFERENCE_FIELDS) {
    const rows = await query(
      db,
      `delete from ${COPIES[field].table} as copies
       where taken_at < now() - interval '${REFERENCE_DAYS_UNUSED} days' and not ${isUsed(field)}
       returning id`,
    );
    removed += rows.length;
  }
  return removed;
}

function isUsed(field: ReferenceField): string {
  return `exists (select from items where items.${COPIES[field].column} = copies.id)`;
}
