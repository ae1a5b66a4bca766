import { query, type Database } from '@kitroom/server/database/database';
import { ago } from '@kitroom/server/database/query-parts';

/**
 * The client and collector for which a request is sent. Turns rotate between clients, and between each
 * client's collectors.
 */
export interface Requester {
  client: string;
  collector: number;
}

/** The requester whose turn it is now, or the milliseconds until the next attempt. */
export type Attempt = { turnOf: Requester } | { retryMs: number };

/** A turn that is not used within this time, which includes connecting, passes to the next waiter. */
const TURN_MS = 15_000;
/** How long a place in the queue lasts without renewal. */
const LEASE_MS = 6000;
/** How often to check whether another process has used its turn. */
const POLL_MS = 40;
/** How long a client that is not waiting keeps its place in the rotation. */
const IDLE_MS = 600_000;

/**
 * Takes or renews places in the queue. A new client queues behind those already waiting; a new collector
 * shares its client's place. Rows are locked in key order to prevent deadlocks.
 */
export async function renewPlaces(db: Database, requesters: readonly Requester[]): Promise<void> {
  await query(
    db,
    `
    insert into archive_turns (client, collector, served_at, waiting_until)
    select distinct requester.client, requester.collector,
      coalesce(
        (select max(served_at) from archive_turns where archive_turns.client = requester.client),
        statement_timestamp()
      ),
      statement_timestamp() + make_interval(secs => ?)
    from unnest(?::text[], ?::integer[]) as requester (client, collector)
    order by 1, 2
    on conflict (client, collector) do update set waiting_until = excluded.waiting_until
    `,
    [LEASE_MS / 1000, ...toColumns(requesters)],
  );
}

/** The table `archive_turns`: the requesters that wait for the archive. */
interface TurnTable extends Requester {
  served_at: Date;
  waiting_until: Date;
}

/** The only row of the table `archive_pace`. */
interface PaceTable {
  asked_at: Date;
  wait_until: Date;
  /** The claim of the process whose turn it is; null if the turn is free. */
  claim: string | null;
  claimed_until: Date;
}

const turns = (db: Database) => db<TurnTable>('archive_turns');
const pace = (db: Database) => db<PaceTable>('archive_pace');

export async function releasePlace(db: Database, { client, collector }: Requester): Promise<void> {
  await turns(db)
    .where({ client, collector })
    .update({ waiting_until: db.raw('clock_timestamp()') });
}

export async function removeIdlePlaces(db: Database): Promise<void> {
  await turns(db)
    .where('waiting_until', '<', ago(db, { seconds: IDLE_MS / 1000 }))
    .delete();
}

/**
 * Claims the turn if it is free and the next waiter is one of `requesters`. The next waiter is the least
 * recently served one.
 */
export async function tryTurn(
  db: Database,
  claim: string,
  pauseMs: number,
  requesters: readonly Requester[],
): Promise<Attempt> {
  const [turnOf] = await query<Requester>(
    db,
    `
    with places as (
      select client, collector, served_at, waiting_until, max(served_at) over (partition by client) as client_served_at
      from archive_turns
    ), next as (
      select client, collector
      from places
      where waiting_until > clock_timestamp()
      order by client_served_at, client, served_at, collector
      limit 1
    ), claimed as (
      update archive_pace
      set claim = ?, claimed_until = clock_timestamp() + make_interval(secs => ?),
        -- A process that died during its turn may have sent its request at the last moment.
        asked_at = case when claim is null then asked_at else claimed_until end
      where (claim is null or claimed_until + make_interval(secs => ?) <= clock_timestamp())
        and asked_at + make_interval(secs => ?) <= clock_timestamp()
        and wait_until <= clock_timestamp()
        and exists (
          select 1
          from next join unnest(?::text[], ?::integer[]) as requester (client, collector) using (client, collector)
        )
      returning 1
    )
    update archive_turns
    set served_at = clock_timestamp(), waiting_until = clock_timestamp()
    from claimed, next
    where archive_turns.client = next.client and archive_turns.collector = next.collector
    returning archive_turns.client, archive_turns.collector
    `,
    [claim, TURN_MS / 1000, pauseMs / 1000, pauseMs / 1000, ...toColumns(requesters)],
  );
  return turnOf ? { turnOf } : { retryMs: await findRetry(db, pauseMs) };
}

/**
 * Returns when to try again. Polls if the turn is taken or another process is next, because their duration is
 * unknown.
 */
async function findRetry(db: Database, pauseMs: number): Promise<number> {
  const [row] = await query<{ wait: number; is_claimed: boolean }>(
    db,
    `
    select claim is not null as is_claimed,
      -- Initially the times are infinite, and PostgreSQL before 17 cannot subtract those.
      (1000 * extract(epoch from
        greatest(asked_at + make_interval(secs => ?), wait_until, statement_timestamp()) - statement_timestamp()
      ))::float8 as wait
    from archive_pace
    `,
    [pauseMs / 1000],
  );
  return row && !row.is_claimed && row.wait > 0 ? row.wait : POLL_MS;
}

/** Ends a turn, which starts the pause. */
export async function endTurn(db: Database, claim: string): Promise<void> {
  await pace(db)
    .where({ claim })
    .update({ claim: null, asked_at: db.raw('clock_timestamp()') });
}

export async function postponeTurns(db: Database, ms: number): Promise<void> {
  const until = db.raw('greatest(wait_until, clock_timestamp() + make_interval(secs => ?))', [ms / 1000]);
  await pace(db).update({ wait_until: until });
}

function toColumns(requesters: readonly Requester[]): [clients: string[], collectors: number[]] {
  return [requesters.map(({ client }) => client), requesters.map(({ collector }) => collector)];
}
