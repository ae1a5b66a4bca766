import { getKitPicture } from '@kitroom/catalogue-client';
import { endpoint, type Endpoint } from '@kitroom/server/http/endpoint';
import { drawKit, hashKitLook } from '@kitroom/shared';
import { replyWithDrawing } from '../reply-with-drawing.ts';
import { toKitLook } from './kit-look.ts';
import { kitNotFound } from './kit-not-found.ts';
import type { SearchIndex } from '../search-index/open-index.ts';
import { findKit } from './kit-rows.ts';

/** `/api/kits/{kit_id}/picture.svg`. Not cached: drawing takes some 15 microseconds. */
export function kitPictureRoutes({ index }: { index: SearchIndex }): Endpoint[] {
  return [
    endpoint(getKitPicture, async ({ params, query }) => {
      const current = await index.read();
      const row = findKit(current, current.kits.get(params.kit_id));
      if (!row) throw kitNotFound(params.kit_id);
      const look = toKitLook(row);
      return replyWithDrawing(drawKit(look), { isCurrent: query.v === hashKitLook(look) });
    }),
  ];
}
