import { getClubCrest, getNoLogo } from '@kitroom/catalogue-client';
import { endpoint, type Endpoint } from '@kitroom/server/http/endpoint';
import { drawCrest, drawNoLogo, hashCrestLook } from '@kitroom/shared';
import type { Context } from '../context.ts';
import { replyWithDrawing } from '../reply-with-drawing.ts';
import { clubNotFound } from './club-not-found.ts';
import { readCrestLooks } from './crest-queries.ts';

/** `/api/clubs/{club_id}/crest.svg` and `/api/no-logo.svg` */
export function crestRoutes({ db }: Pick<Context, 'db'>): Endpoint[] {
  return [
    endpoint(getClubCrest, async ({ params: { club_id: id }, query }, { baseUrl }) => {
      const look = (await readCrestLooks(db, [id])).get(id);
      if (!look) throw await clubNotFound(db, id, (into) => `${baseUrl}/api/clubs/${into}/crest.svg`);
      return replyWithDrawing(drawCrest(look), { isCurrent: query.v === hashCrestLook(look) });
    }),
    endpoint(getNoLogo, () => replyWithDrawing(drawNoLogo(), { isCurrent: false })),
  ];
}
