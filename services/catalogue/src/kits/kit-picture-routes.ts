import { getKitPicture } from '@kitroom/catalogue-client';
import { endpoint, type Endpoint } from '@kitroom/server/http/endpoint';
import { drawKit, hashKitLook } from '@kitroom/shared';
import type { Context } from '../context.ts';
import { replyWithDrawing } from '../reply-with-drawing.ts';
import { toKitLook } from './kit-look.ts';
import { kitNotFound } from './kit-not-found.ts';
import { findKitLook } from './kit-queries.ts';

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
      return replyWithDrawing(drawKit(look), { isCurrent: query.v === hashKitLook(look) });
    }),
  ];
}
