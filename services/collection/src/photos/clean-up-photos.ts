import type { Database } from '@kitroom/server/database/database';
import { enqueue } from '@kitroom/server/jobs/jobs';
import type { Logger } from '@kitroom/server/telemetry/logger';
import { SWEEP_PAGE } from '../limits.ts';
import { PHOTO_JOB } from './photo-job-names.ts';
import { listForgottenPictures } from './rendition-queries.ts';

/** Requeues pictures whose renditions are missing and have no job. */
export async function cleanUpPhotos({ db, log }: { db: Database; log: Logger }): Promise<void> {
  const photos = await listForgottenPictures(db, SWEEP_PAGE);
  for (const { image_key: key, user_id: userId } of photos) await enqueue(db, PHOTO_JOB, key, userId);
  if (photos.length > 0) log.info({ photos: photos.length }, 'requeued photos without renditions');
}
