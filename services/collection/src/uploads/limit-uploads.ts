import { UPLOADS_AT_ONCE } from '@kitroom/collection-client';
import { ServiceError } from '@kitroom/server/http/errors';

export type RunUpload = <T>(userId: number | undefined, upload: () => Promise<T>) => Promise<T>;

const RETRY_SECONDS = 5;

/**
 * Limits the concurrent uploads of each user, as slow ones may take hours and occupy the disk meanwhile: 429 above
 * the limit. Counted per process.
 */
export function limitUploads(): RunUpload {
  const running = new Map<number | undefined, number>();
  return async (userId, upload) => {
    const count = running.get(userId) ?? 0;
    if (count >= UPLOADS_AT_ONCE) throw tooMany();
    running.set(userId, count + 1);
    try {
      return await upload();
    } finally {
      const left = (running.get(userId) ?? 1) - 1;
      if (left > 0) running.set(userId, left);
      else running.delete(userId);
    }
  };
}

function tooMany(): ServiceError {
  return new ServiceError(
    'throttled',
    `Too many uploads at once: at most ${UPLOADS_AT_ONCE} of one user are received. Try again when one has ended.`,
    { headers: { 'Retry-After': String(RETRY_SECONDS) } },
  );
}
