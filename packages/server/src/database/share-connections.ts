import { setTimeout as delay } from 'node:timers/promises';
import type { Knex } from 'knex';
import { DeadlineExceeded } from '../process/deadline.ts';
import { currentTask, type Task } from '../telemetry/task.ts';

/** The share of a pool that the requests of one user may use. */
export interface UserShare {
  /** Maximum number of connections at a time. */
  connections: number;
  /** How long one request waits for other requests of its user, in total. */
  waitMaxMs: number;
}

/**
 * Limits how many connections of a pool the requests of one user use at a time. Further ones wait in order
 * outside the pool, where they do not delay other users. Connections are limited rather than requests, so
 * that receiving a body and sending a download do not count. Work that belongs to no user is unlimited.
 *
 * A request that waits while it holds a connection could wait for itself: do not use another connection
 * inside a transaction.
 */
export function shareConnections(client: Knex.Client, share: UserShare): void {
  const users = new Map<number, Turns>();
  const held = new Map<unknown, () => void>();
  const acquire = client.acquireConnection.bind(client) as () => Promise<unknown>;
  const release = client.releaseConnection.bind(client) as (connection: unknown) => Promise<void>;

  async function take(task: Task, userId: number): Promise<() => void> {
    const turns = users.get(userId) ?? { running: 0, waiting: new Set() };
    users.set(userId, turns);
    if (turns.running < share.connections) turns.running += 1;
    else await waitForTurn(task, turns, share.waitMaxMs);
    return () => {
      const [next] = turns.waiting;
      if (next) next();
      else turns.running -= 1;
      if (turns.running === 0) users.delete(userId);
    };
  }

  client.acquireConnection = async () => {
    const task = currentTask();
    if (task?.userId === undefined) return acquire();
    const giveBack = await take(task, task.userId);
    try {
      const connection = await acquire();
      held.set(connection, giveBack);
      return connection;
    } catch (error) {
      giveBack();
      throw error;
    }
  };
  client.releaseConnection = async (connection: unknown) => {
    const giveBack = held.get(connection);
    held.delete(connection);
    await release(connection);
    giveBack?.();
  };
}

/** The connections of one user. */
interface Turns {
  running: number;
  /** Callbacks of the waiting requests; each takes over a connection, first come, first served. */
  waiting: Set<() => void>;
}

async function waitForTurn(task: Task, { waiting }: Turns, waitMaxMs: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const started = performance.now();
  const takeTurn = () => {
    waiting.delete(takeTurn);
    clearTimeout(timer);
    resolve();
  };
  const giveUp = () => {
    waiting.delete(takeTurn);
    reject(waitedTooLong());
  };
  const timer = setTimeout(giveUp, Math.max(0, waitMaxMs - (task.waitedMs ?? 0)));
  waiting.add(takeTurn);
  await promise.finally(() => addWait(task, performance.now() - started));
}

/**
 * Pauses a request that needs something that another request of its user holds, such as a lock. Throws once
 * it has waited too long in total, for connections too; the client receives a 503.
 */
export async function waitForOthers(ms: number, { waitMaxMs }: UserShare): Promise<void> {
  const task = currentTask();
  if (!task) throw new Error('only a request waits for others');
  if ((task.waitedMs ?? 0) + ms > waitMaxMs) throw waitedTooLong();
  await delay(ms);
  addWait(task, ms);
}

function addWait(task: Task, ms: number): void {
  task.waitedMs = (task.waitedMs ?? 0) + ms;
}

/** An error that is handled like an unavailable database. */
function waitedTooLong(): DeadlineExceeded {
  return new DeadlineExceeded('other requests of this user have used their connections for too long');
}
