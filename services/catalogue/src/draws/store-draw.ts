import type { Database } from '@kitroom/server/database/database';
import type { Logger } from '@kitroom/server/telemetry/logger';
import { DRAW_SECONDS } from '../limits.ts';
import { drawList } from './read-draw.ts';

/** Draws the random lists at the start of each half hour, so that no request has to wait for it. */
export function storeDraw({ db, log }: { db: Database; log: Logger }): { stop(): void } {
  let timer: NodeJS.Timeout | undefined;

  async function drawBoth(): Promise<void> {
    await drawList(db, 'kits');
    await drawList(db, 'clubs');
  }

  function schedule(): void {
    const period = DRAW_SECONDS * 1000;
    timer = setTimeout(
      () => {
        drawBoth().catch((error: unknown) =>
          log.debug({ err: error }, 'could not draw the random lists; the next request will'),
        );
        schedule();
      },
      period - (Date.now() % period) + AFTER_THE_TURN_MS,
    ).unref();
  }

  schedule();
  return { stop: () => clearTimeout(timer) };
}

/** The database's clock is authoritative; this process's may be slightly ahead. */
const AFTER_THE_TURN_MS = 200;
