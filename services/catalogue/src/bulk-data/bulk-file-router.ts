import { resolve } from 'node:path';
import { getBulkFile } from '@kitroom/catalogue-client';
import { notFound } from '@kitroom/server/http/errors';
import { handleFileErrors } from '@kitroom/server/http/file-errors';
import { refuseMethod } from '@kitroom/server/http/refuse-method';
import { Router } from 'express';
import type { Config } from '../config.ts';
import type { SearchIndex } from '../search-index/open-index.ts';
import { BULK_DATA_PATH } from './bulk-files.ts';

const GENERATION = /^\d+$/;
const FILE = /^[a-z_]+\.ndjson\.gz$/;

/** Serves the files of the bulk data. Ranges and conditional requests are Express's. */
export function createBulkFileRouter({ config, index }: { config: Config; index: SearchIndex }): Router {
  const router = Router({ caseSensitive: true });
  const root = resolve(config.BULK_DATA_ROOT);
  const route = router.route(`${BULK_DATA_PATH}/:generation/:file`);
  route.get((request, response) => {
    const { generation, file } = request.params;
    index.requireDatabase();
    if (!GENERATION.test(generation) || !FILE.test(file)) throw notFound('There is no such file.');
    response.locals['route'] = getBulkFile.path;
    // Node's fetch adds `no-cache` to every conditional request, and a file never changes.
    delete request.headers['cache-control'];
    response.set('ETag', `"${generation}-${file}"`);
    response.sendFile(`${generation}/${file}`, { root, cacheControl: false });
  });
  route.all(refuseMethod(['GET']));
  router.use(handleFileErrors);
  return router;
}
