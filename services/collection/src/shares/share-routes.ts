import * as contracts from '@kitroom/collection-client';
import { endpoint, Reply, type Endpoint, type RequestContext } from '@kitroom/server/http/endpoint';
import { notFound } from '@kitroom/server/http/errors';
import { keepKnown, toPageHeaders } from '@kitroom/server/http/paging';
import { getCaller } from '../accounts/sessions/caller.ts';
import { requirePage } from '../paging.ts';
import { changeShare, checkNewShare, createShare } from './change-share.ts';
import { findShare, listSharePage, removeShare } from './share-queries.ts';
import type { Config } from '../config.ts';
import type { Database } from '@kitroom/server/database/database';
import { toCreatedShare, toShare } from './share-view.ts';

/** `/api/shares/…` */
export function shareRoutes({ db, config }: { db: Database; config: Config }): Endpoint[] {
  async function permit({ id }: { id: number }, request: RequestContext) {
    const share = await findShare(db, id, getCaller(request).id);
    if (!share) throw notFound('Not found.');
    return share;
  }

  return [
    endpoint(contracts.listShares, async ({ query }, request) => {
      const page = { page: query.page, size: query.page_size };
      const { rows, count } = await listSharePage(db, getCaller(request).id, page);
      requirePage(page, count);
      return new Reply(rows.map(toShare), {
        headers: toPageHeaders(keepKnown(request.url, contracts.listShares), page, count),
      });
    }),
    endpoint(
      contracts.createShare,
      async ({ body }, request) => {
        const { row, token } = await createShare(db, getCaller(request).id, body);
        const { baseUrl } = request;
        return new Reply(toCreatedShare(row, token, { baseUrl, config }), { status: 201 });
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
      return new Reply(undefined, { status: 204 });
    }),
  ];
}
