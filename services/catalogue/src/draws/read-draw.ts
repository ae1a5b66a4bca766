import { INTEGER_MAX, toPagination, type Pagination } from '@kitroom/shared';
import { query, setStatementTimeout, type Database } from '@kitroom/server/database/database';
import { DRAW_SECONDS } from '../limits.ts';

/** A list in random order. */
export type RandomList = 'kits' | 'clubs';

/** A page of a random order, and its position. */
export interface DrawnPage {
  ids: number[];
  pagination: Pagination;
}

const CHUNK_IDS = 1000;
const DRAW_MS = 60_000;
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
  // A page far past the end would not fit PostgreSQL's integers.
  const places = { start: Math.min((page - 1) * size, INTEGER_MAX - size), size };
  const draw = (await findDraw(db, list, places)) ?? (await drawList(db, list, places));
  return {
    ids: draw.ids.filter((id) => id !== GONE),
    pagination: toPagination(page, draw.drawn - draw.gone, Math.ceil(draw.drawn / size)),
  };
}

/** Draws a list for the current half hour unless that is done already; an empty list is not drawn. */
export async function drawList(db: Database, list: RandomList, places = NONE): Promise<DrawRow> {
  return db.transaction(async (transaction) => {
    await transaction.raw('select pg_advisory_xact_lock(?, ?)', [LOCK_KEY, MEMBERS[list].lock]);
    const known = await findDraw(transaction, list, places);
    if (known) return known;
    // Millions of kits take longer than a request may otherwise.
    await setStatementTimeout(transaction, DRAW_MS);
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
    return (await findDraw(transaction, list, places)) ?? { drawn: 0, gone: 0, ids: [] };
  });
}

interface Places {
  start: number;
  size: number;
}

const NONE: Places = { start: 0, size: 0 };
/** Stands for the id of a record that has been deleted. */
const GONE = 0;

interface DrawRow {
  drawn: number;
  gone: number;
  ids: number[];
}

/** The current draw of a list, with the ids at some places, which are in one chunk or in neighbouring ones. */
async function findDraw(
  db: Database,
  list: RandomList,
  { start, size }: Places,
): Promise<DrawRow | undefined> {
  const end = start + size;
  const [draw] = await query<DrawRow>(
    db,
    FIND_DRAW,
    [start, end, Math.floor(start / CHUNK_IDS), Math.floor((end - 1) / CHUNK_IDS), list],
    'find-draw',
  );
  return draw;
}

const FIND_DRAW = `
  select draws.drawn, draws.gone, array(
    select places.id
    from random_draw_chunks as chunks
    cross join unnest(
      chunks.ids[greatest(?::integer - chunks.chunk * ${CHUNK_IDS}, 0) + 1 : ?::integer - chunks.chunk * ${CHUNK_IDS}]
    ) with ordinality as places (id, place)
    where chunks.list = draws.list and chunks.period = draws.period and chunks.chunk between ? and ?
    order by chunks.chunk, places.place
  ) as ids
  from random_draws as draws
  where draws.list = ? and draws.period = ${PERIOD}
`;
