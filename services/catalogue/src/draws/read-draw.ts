import { toPagination, type Pagination } from '@kitroom/shared';
import { query, type Database } from '@kitroom/server/database/database';
import { DRAW_SECONDS } from '../limits.ts';

/** A list in random order. */
export type RandomList = 'kits' | 'clubs';

/** A page of a random order, and its position. */
export interface DrawnPage {
  ids: number[];
  pagination: Pagination;
}

const CHUNK_IDS = 1000;
/** The first key of the lock for drawing a list; the second identifies the list. */
const LOCK_KEY = 547_164;
const MEMBERS: Record<RandomList, { sql: string; lock: number }> = {
  kits: { sql: 'select id from kits', lock: 1 },
  clubs: { sql: 'select id from clubs where has_logo', lock: 2 },
};
/** The current half hour, by the database's clock, so that all replicas agree. */
const PERIOD = `floor(extract(epoch from now()) / ${DRAW_SECONDS})::bigint`;

/**
 * Reads a page of a list's random order, which is drawn once per half hour for all clients. Records deleted since then
 * leave gaps, so that pages do not shift. Source: the decisions on random lists.
 */
export async function readDraw(
  db: Database,
  list: RandomList,
  { page, page_size: size }: { page: number; page_size: number },
): Promise<DrawnPage> {
  const draw = (await findDraw(db, list)) ?? (await drawList(db, list));
  const pages = Math.ceil(draw.drawn / size);
  return {
    ids: page > pages ? [] : await listPlaces(db, list, draw.period, (page - 1) * size, size),
    pagination: toPagination(page, draw.drawn - draw.gone, pages),
  };
}

/** Draws a list for the current half hour unless that is done already; an empty list is not drawn. */
export async function drawList(db: Database, list: RandomList): Promise<DrawRow> {
  return db.transaction(async (transaction) => {
    await transaction.raw('select pg_advisory_xact_lock(?, ?)', [LOCK_KEY, MEMBERS[list].lock]);
    const known = await findDraw(transaction, list);
    if (known) return known;
    await transaction.raw('delete from random_draws where list = ?', [list]);
    await transaction.raw(`
      with shuffled as (
        select id, row_number() over (order by random()) - 1 as place from (${MEMBERS[list].sql}) as members
      ), draw as (
        insert into random_draws (list, period, drawn)
        select '${list}', ${PERIOD}, count(*) from shuffled having count(*) > 0
      )
      insert into random_draw_chunks (list, period, chunk, ids)
      select '${list}', ${PERIOD}, place / ${CHUNK_IDS}, array_agg(id order by place)
      from shuffled group by 3
    `);
    return (await findDraw(transaction, list)) ?? { period: 0, drawn: 0, gone: 0 };
  });
}

interface DrawRow {
  period: number;
  drawn: number;
  gone: number;
}

async function findDraw(db: Database, list: RandomList): Promise<DrawRow | undefined> {
  const sql = `select period, drawn, gone from random_draws where list = ? and period = ${PERIOD}`;
  const [draw] = await query<DrawRow>(db, sql, [list], 'find-draw');
  return draw;
}

async function listPlaces(db: Database, list: RandomList, period: number, start: number, size: number) {
  const chunk = Math.floor(start / CHUNK_IDS);
  const rows = await query<{ ids: number[] }>(
    db,
    'select ids from random_draw_chunks where list = ? and period = ? and chunk between ? and ? order by chunk',
    [list, period, chunk, Math.floor((start + size - 1) / CHUNK_IDS)],
    'draw-chunks',
  );
  const from = start - chunk * CHUNK_IDS;
  return rows
    .flatMap(({ ids }) => ids)
    .slice(from, from + size)
    .filter((id) => id !== 0);
}
