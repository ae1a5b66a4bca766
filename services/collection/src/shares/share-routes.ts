import * as contracts from '@kitroom/collection-client';
import type { Database } from '@kitroom/server/database/database';
import { endpoint, type Endpoint, type RequestContext } from '@kitroom/server/http/endpoint';
import { notFound } from '@kitroom/server/http/errors';
import { getCaller } from '../accounts/sessions/caller.ts';
import type { Config } from '../config.ts';
import { replyWithPage } from '../paging.ts';
import { changeShare, checkNewShare, createShare } from './change-share.ts';
import { findShare, listSharePage, removeShare } from './share-queries.ts';
import { toCreatedShare, toShare } from './share-view.ts';

/** `/api/shares/…` */
export function shareRoutes({ db, config }: { db: Database; config: Config }): Endpoint[] {
  async function permit({ id }: { id: number }, request: RequestContext) {
    const share = await findShare(db, id, getCaller(request).id);
    if (!share) throw notFound('Not found.');
    return share;
  }

  return [
    endpoint(contracts.listShares, ({ query }, request) =>
      replyWithPage(
        { contract: contracts.listShares, query, request },
        (page) => listSharePage(db, getCaller(request).id, page),
        toShare,
      ),
    ),
    endpoint(
      contracts.createShare,
      async ({ body }, request) => {
        const { row, token } = await createShare(db, getCaller(request).id, body);
        return toCreatedShare(row, token, { baseUrl: request.baseUrl, config });
      },
      { checkBody: (sent, request) => checkNewShare(db, getCaller(request).id, sent) },
    ),
    endpoint(
      contracts.patchShare,
      async ({ params: { id }, body }, request) =>
        toShare(await changeShare(db, { id, userId: getCaller(request).id }, body)),
      { permit, stored: toShare },
    ),
    endpoint(contracts.deleteShare, async ({ params: { id } }, request) => {
      if (!(await removeShare(db, id, getCaller(request).id))) throw notFound('Not found.');
    }),
  ];
}
