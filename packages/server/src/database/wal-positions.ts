import { randomUUID } from 'node:crypto';
import type { Redis } from '../cache/redis.ts';
import type { Write } from './observe-writes.ts';

/**
 * A position in the write-ahead log, with its timeline: 8 and 16 hexadecimal digits, so that strings compare
 * as positions do, and a newer timeline is greater than any position of an older one.
 */
export type Position = string;

/**
 * The position up to which the primary has written its log. Not the insert position, which may be behind a
 * page header that is still empty: a standby of an idle primary would never reach it.
 */
export const CURRENT_POSITION =
  'select pg_walfile_name(pg_current_wal_lsn()) as file, pg_current_wal_lsn()::text as lsn';

export function toPosition({ file, lsn }: { file: string; lsn: string }): Position {
  return `${file.slice(0, 8)}${toLsn(lsn)}`;
}

/** The digits of a position such as `16/B374D848`, without its timeline. */
export function toLsn(lsn: string): string {
  return lsn
    .split('/')
    .map((part) => part.padStart(8, '0').toUpperCase())
    .join('');
}

export const timelineOf = (position: Position): string => position.slice(0, 8);
export const lsnOf = (position: Position): string => position.slice(8);

/** The positions in Redis of the writes that reads must show. */
export interface StoredPositions {
  /** Changes when Redis may have lost positions. */
  epoch: string;
  /** The last write that every read must show. */
  changed: Position | undefined;
  /** The last write of each requested user. */
  users: Array<Position | undefined>;
}

export type Positions = ReturnType<typeof openPositions>;

// Positions of concurrent writes are stored in any order.
const KEEP_GREATEST = `
  for _, key in ipairs(KEYS) do
    local known = redis.call('GET', key)
    if not known or known < ARGV[1] then redis.call('SET', key, ARGV[1], 'EX', ARGV[2]) end
  end
`;

/**
 * Keeps the positions of writes in Redis, for all processes. They expire after `seconds`, by when a standby
 * that is still in use has replayed them.
 */
export function openPositions(redis: Redis, { prefix, seconds }: { prefix: string; seconds: number }) {
  const [epochKey, changedKey] = [`${prefix}:epoch`, `${prefix}:changed`];
  const userKey = (id: number) => `${prefix}:user:${id}`;

  async function readEpoch(): Promise<string> {
    const newEpoch = randomUUID();
    const currentEpoch = await redis.call((client) =>
      client.set(epochKey, newEpoch, { condition: 'NX', GET: true }),
    );
    return currentEpoch === null ? newEpoch : String(currentEpoch);
  }

  return {
    async store({ userId, kind }: Write, position: Position): Promise<void> {
      // Work without a user, such as a job, may add something that a user waits for.
      const isForAll = kind === 'changes' || userId === undefined;
      const keys = [...(userId === undefined ? [] : [userKey(userId)]), ...(isForAll ? [changedKey] : [])];
      await redis.call((client) =>
        client.eval(KEEP_GREATEST, { keys, arguments: [position, String(seconds)] }),
      );
    },
    async read(userIds: readonly number[]): Promise<StoredPositions> {
      const keys = [epochKey, changedKey, ...userIds.map(userKey)];
      const [epoch, changed, ...users] = await redis.call((client) => client.mGet(keys));
      const text = (value: Buffer | string | null | undefined) => value?.toString();
      return { epoch: text(epoch) ?? (await readEpoch()), changed: text(changed), users: users.map(text) };
    },
    /**
     * Registers a function for each connection to Redis, which may be a different server or have been
     * unavailable.
     */
    onConnected: (run: () => void) => redis.onConnected(async () => run()),
  };
}
