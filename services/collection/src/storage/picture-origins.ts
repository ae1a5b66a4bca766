import type { Storage } from './storage.ts';

const NOWHERE = 'http://here.invalid';

/** The external origins of the service's pictures: a bucket, or a CDN. */
export function pictureOrigins({ storage }: { storage: Storage }): string[] {
  const { origin } = new URL(storage.url('avatars/any.webp', NOWHERE));
  return origin === NOWHERE ? [] : [origin];
}
