import type { Context } from '../context.ts';

const NOWHERE = 'http://here.invalid';

/** Where else than from this service its pictures come: a bucket, or a CDN. */
export function pictureOrigins({ storage }: Pick<Context, 'storage'>): string[] {
  const { origin } = new URL(storage.url('avatars/any.webp', NOWHERE));
  return origin === NOWHERE ? [] : [origin];
}
