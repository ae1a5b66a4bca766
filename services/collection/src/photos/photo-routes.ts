import * as contracts from '@kitroom/collection-client';
import type { Database } from '@kitroom/server/database/database';
import { endpoint, Reply, type Endpoint, type RequestContext } from '@kitroom/server/http/endpoint';
import type { Logger } from '@kitroom/server/telemetry/logger';
import { getCaller } from '../accounts/sessions/caller.ts';
import { replyOnce } from '../idempotency/write-once.ts';
import { replyWithPage } from '../paging.ts';
import type { Storage } from '../storage/storage.ts';
import type { ServiceLimits } from '../user-limits/admit.ts';
import {
  changePhoto,
  createPhoto,
  deletePhoto,
  getVisiblePhoto,
  permitPhotoChange,
  type PhotoInput,
} from './change-photo.ts';
import { listOwnPhotos, type PhotoRow } from './photo-queries.ts';
import { photoVersion, toPhoto } from './photo-view.ts';
import { validatePicture } from './store-picture.ts';

/** `/api/photos/…` */
export function photoRoutes(context: {
  db: Database;
  storage: Storage;
  log: Logger;
  config: ServiceLimits;
}): Endpoint[] {
  const show = (row: PhotoRow, { baseUrl }: RequestContext) => toPhoto(row, context.storage, baseUrl);
  const reply = (row: PhotoRow, request: RequestContext) =>
    new Reply(show(row, request), { version: photoVersion(row) });
  const keyOf = ({ id }: { id: number }, request: RequestContext) => ({
    id,
    userId: getCaller(request).id,
    ifMatch: request.ifMatch,
  });
  const permit = (params: { id: number }, request: RequestContext) =>
    permitPhotoChange(context.db, keyOf(params, request));
  const checks = { permit, stored: show, checkFile: validatePicture };

  async function change(params: { id: number }, body: PhotoInput, request: RequestContext) {
    const photo = { ...keyOf(params, request), user: getCaller(request) };
    return reply(await changePhoto(context, photo, body, request.file), request);
  }

  return [
    endpoint(contracts.listPhotos, ({ query }, request) => {
      const filters = {
        itemType: contracts.findItemType(query.content_type ?? 0),
        itemId: query.object_id ?? undefined,
      };
      return replyWithPage(
        { contract: contracts.listPhotos, query, request },
        (page) => listOwnPhotos(context.db, getCaller(request).id, filters, page),
        (row) => show(row, request),
      );
    }),
    endpoint(
      contracts.createPhoto,
      async ({ body }, request) => {
        if (!request.file) throw new Error('an upload without a file was not rejected');
        const photo = { user: getCaller(request), input: body, file: request.file };
        return createPhoto(context, photo, (db, insert) =>
          replyOnce(db, request, async () => reply(await insert(), request)),
        );
      },
      { checkFile: validatePicture },
    ),
    endpoint(contracts.getPhoto, async ({ params }, request) =>
      reply(await getVisiblePhoto(context.db, keyOf(params, request)), request),
    ),
    endpoint(contracts.putPhoto, ({ params, body }, request) => change(params, body, request), checks),
    endpoint(contracts.patchPhoto, ({ params, body }, request) => change(params, body, request), checks),
    endpoint(contracts.deletePhoto, ({ params }, request) => deletePhoto(context, keyOf(params, request)), {
      permit,
    }),
  ];
}
