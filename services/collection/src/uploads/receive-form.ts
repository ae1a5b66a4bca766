import { PHOTO_BYTES_MAX, UPLOADS_AT_ONCE } from '@kitroom/collection-client';
import { ServiceError } from '@kitroom/server/http/errors';
import { receiveForm, refuseTooLong } from '@kitroom/server/http/receive-form';
import type { FormReceiver } from '@kitroom/server/http/request-body';
import { findCaller } from '../accounts/sessions/caller.ts';
import type { CollectionMetrics } from '../collection-metrics.ts';

/** Receives forms into folders below `root`, each in its own, under names that the client cannot choose. */
export function createFormReceiver(
  root: string,
  { uploadsRejected }: Pick<CollectionMetrics, 'uploadsRejected'>,
): FormReceiver {
  const runUpload = limitUploads();
  return async (form, use) => {
    let reason: 'form' | 'content' = 'form';
    const useContent: typeof use = (file) => {
      reason = 'content';
      return use(file);
    };
    const sized = { ...form, bytesMax: form.bytesMax ?? PHOTO_BYTES_MAX };
    try {
      refuseTooLong(sized);
      const { response, atOnce = UPLOADS_AT_ONCE } = form;
      return await runUpload(findCaller(response)?.id, atOnce, () => receiveForm(root, sized, useContent));
    } catch (error) {
      const code = error instanceof ServiceError ? error.code : undefined;
      if (code === 'too_large') uploadsRejected.inc({ reason: 'too_large' });
      else if (code === 'throttled') uploadsRejected.inc({ reason: 'too_many' });
      else if (code === 'invalid') uploadsRejected.inc({ reason });
      throw error;
    }
  };
}

type RunUpload = <T>(userId: number | undefined, limit: number, upload: () => Promise<T>) => Promise<T>;

const RETRY_SECONDS = 5;

/**
 * Limits the concurrent uploads of each user, as slow ones may take hours and occupy disk space. Throws a 429
 * above the limit. Uploads with different limits are counted separately, per process.
 */
function limitUploads(): RunUpload {
  const running = new Map<string, number>();
  return async (userId, limit, upload) => {
    const key = `${userId} ${limit}`;
    const count = running.get(key) ?? 0;
    if (count >= limit) throw tooMany(limit);
    running.set(key, count + 1);
    try {
      return await upload();
    } finally {
      const left = (running.get(key) ?? 1) - 1;
      if (left > 0) running.set(key, left);
      else running.delete(key);
    }
  };
}

function tooMany(limit: number): ServiceError {
  return new ServiceError(
    'throttled',
    `Too many concurrent uploads: at most ${limit} per user are allowed. Try again when one has ended.`,
    { headers: { 'Retry-After': String(RETRY_SECONDS) } },
  );
}
