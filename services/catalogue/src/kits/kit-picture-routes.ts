import { getKitPicture } from '@kitroom/catalogue-client';
import { endpoint, Reply, type Endpoint } from '@kitroom/server/http/endpoint';
import { drawKit, hashKitLook } from '@kitroom/shared';
import type { Context } from '../context.ts';
import { toKitLook } from './kit-look.ts';
import { kitNotFound } from './kit-not-found.ts';
import { findKitLook } from './kit-queries.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';

/**
 * `/api/kits/{kit_id}/picture.svg`. Not cached: drawing takes some 15 microseconds, and the query by primary key costs
 * as much as a cache lookup.
 */
export function kitPictureRoutes({ db }: Pick<Context, 'db'>): Endpoint[] {
  return [
    endpoint(getKitPicture, async ({ params, query }) => {
      const row = await findKitLook(db, params.kit_id);
      if (!row) throw kitNotFound(params.kit_id);
      const look = toKitLook(row);
      return new Reply(drawKit(look), {
        headers: {
          'Content-Type': 'image/svg+xml; charset=utf-8',
          'Cache-Control': query.v === hashKitLook(look) ? IMMUTABLE : 'no-cache',
        },
      });
    }),
  ];
}
