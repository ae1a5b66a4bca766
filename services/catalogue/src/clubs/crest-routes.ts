import { getClubCrest, getNoLogo } from '@kitroom/catalogue-client';
import { endpoint, type Endpoint } from '@kitroom/server/http/endpoint';
import { drawCrest, drawNoLogo, hashCrestLook } from '@kitroom/shared';
import { findNamed } from '../search-names.ts';
import { replyWithDrawing } from '../reply-with-drawing.ts';
import { clubNotFound } from './club-not-found.ts';
import type { SearchIndex } from '../search-index/open-index.ts';
import { findCrestLook } from './crest-look.ts';

/** `/api/clubs/{club_id}/crest.svg` and `/api/no-logo.svg` */
export function crestRoutes(context: { index: SearchIndex }): Endpoint[] {
  return [
    endpoint(getClubCrest, async ({ params: { club_id: id }, query }, { baseUrl }) => {
      const club = await findNamed(context, 'clubs', id);
      if (!club) throw await clubNotFound(context, id, (into) => `${baseUrl}/api/clubs/${into}/crest.svg`);
      const look = findCrestLook(await context.index.read(), club);
      return replyWithDrawing(drawCrest(look), { isCurrent: query.v === hashCrestLook(look) });
    }),
    endpoint(getNoLogo, () => replyWithDrawing(drawNoLogo(), { isCurrent: false })),
  ];
}
