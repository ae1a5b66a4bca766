import { ServiceError } from '@kitroom/server/http/errors';

export type RunUpload = <T>(
  userId: number | undefined,
  limit: number,
  upload: () => Promise<T>,
) => Promise<T>;

const RETRY_SECONDS = 5;

/**
 * Limits the concurrent uploads of each user, as slow ones may take hours and occupy the disk meanwhile: 429 above
 * the limit. Uploads with different limits are counted apart, each per process.
 */
export function limitUploads(): RunUpload {
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
    `Too many uploads at once: at most ${limit} of one user are received. Try again when one has ended.`,
    { headers: { 'Retry-After': String(RETRY_SECONDS) } },
  );
}
