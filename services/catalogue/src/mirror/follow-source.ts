import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { CatalogueError } from '@kitroom/catalogue-client';
import type { DatabaseOptions } from '@kitroom/server/database/database';
import { isLockTimeout } from '@kitroom/server/database/database-errors';
import { OperatorError } from '@kitroom/server/process/process';
import type { Logger } from '@kitroom/server/telemetry/logger';
import { withConnection } from '../catalogue-database.ts';
import {
  MIRROR_LOCK_KEY,
  MIRROR_LOCK_MS,
  MIRROR_PAUSE_MAX_MS,
  MIRROR_PAUSE_MIN_MS,
  MIRROR_POLL_MS,
} from '../limits.ts';
import { applyStage } from './apply-stage.ts';
import { findMirrorState, hasRecords, insertMirrorState, updateSequence } from './mirror-queries.ts';
import type { Source } from './open-source.ts';
import { stageChanges, stageSnapshot, type OnUnknown } from './stage-source.ts';

interface Mirror {
  database: DatabaseOptions;
  source: Source;
  log: Logger;
  /** Called after the catalogue has changed. */
  onApplied(): Promise<void>;
  signal: AbortSignal;
}

/**
 * Keeps the database equal to the source until stopped, or only catches up if `once` is set. Waits if the
 * source requests it. Other failures are logged and retried, but with `once` they are thrown. Throws an
 * OperatorError if the database does not belong to this mirror.
 */
export async function followSource(mirror: Mirror, { once }: { once: boolean }): Promise<void> {
  const { log, signal, source } = mirror;
  const onUnknown = warnOnce(log);
  log.info({ once }, `following ${source.url}`);
  while (!signal.aborted) {
    let pauseMs = MIRROR_POLL_MS;
    try {
      await withConnection(mirror.database, async (client) => {
        await takeLock(client);
        await catchUp(client, mirror, onUnknown);
      });
      if (once) return;
    } catch (error) {
      if (signal.aborted) return;
      const retryAfterMs = error instanceof CatalogueError ? error.retryAfterMs : undefined;
      if (error instanceof OperatorError || (once && retryAfterMs === undefined)) throw error;
      pauseMs = toPause(retryAfterMs);
      log.warn(
        { err: error, seconds: Math.ceil(pauseMs / 1000) },
        `${source.url} cannot be followed; waiting`,
      );
    }
    // An abort rejects it, and ends the loop.
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
  }
}

/** Updates the database to the current state of the source. */
async function catchUp(client: pg.Client, mirror: Mirror, onUnknown: OnUnknown): Promise<void> {
  const { log, onApplied, signal, source } = mirror;
  let sequence = await findPosition(client, source);
  let hasSnapshot = false;
  for (let hasMore = true; hasMore;) {
    signal.throwIfAborted();
    if (sequence === null) {
      if (hasSnapshot) throw new Error(`${source.url} has no changes since its bulk data were made`);
      log.info('copying the source from a snapshot');
      sequence = await stageSnapshot(client, source, onUnknown);
      hasSnapshot = true;
    }
    const page = await source.readChanges(sequence);
    if (page) {
      await stageChanges(client, page, sequence, onUnknown);
      hasMore = page.has_more;
    } else {
      log.warn({ sequence }, 'the source no longer has the changes since then; starting over');
      await updateSequence(client, null);
    }
    sequence = page?.next ?? null;
  }
  if (!(await applyStage(client))) return;
  await onApplied();
  log.info({ sequence }, 'applied changes of the source');
}

/** Returns the pause before the next attempt: the one that the source requests, within limits. */
function toPause(retryAfterMs = MIRROR_POLL_MS): number {
  return Math.min(Math.max(retryAfterMs, MIRROR_PAUSE_MIN_MS), MIRROR_PAUSE_MAX_MS);
}

/** Returns a callback that logs one warning for each kind of unknown part. */
function warnOnce(log: Logger): OnUnknown {
  const warned = new Set<string>();
  return (part, details) => {
    if (warned.has(part)) return;
    warned.add(part);
    log.warn(details, `the source has ${part} that this version does not know: upgrade the mirror`);
  };
}

/** Returns the sequence number of the last staged change; null before the first one. */
async function findPosition(client: pg.Client, { url }: Source): Promise<number | null> {
  const state = await findMirrorState(client);
  if (state && state.url !== url) throw new OperatorError(`the database is a mirror of ${state.url}`);
  if (state) return state.sequence;
  if (await hasRecords(client)) {
    throw new OperatorError('the database already has a catalogue: a mirror needs an empty database');
  }
  await insertMirrorState(client, url);
  return null;
}

/** Takes the lock of mirroring processes. A killed process loses it with its connection. */
async function takeLock(client: pg.Client): Promise<void> {
  try {
    await client.query(`set lock_timeout = ${MIRROR_LOCK_MS}`);
    await client.query('select pg_advisory_lock($1)', [MIRROR_LOCK_KEY]);
    await client.query('reset lock_timeout');
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    throw new Error('another process is mirroring into this database', { cause: error });
  }
}
