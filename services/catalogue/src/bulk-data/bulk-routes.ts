import { resolve } from 'node:path';
import { Router } from 'express';
import { getBulkFile, listBulkData } from '@kitroom/catalogue-client';
import { endpoint, type Endpoint } from '@kitroom/server/http/endpoint';
import { refuseMethod } from '@kitroom/server/http/error-handling';
import { notFound } from '@kitroom/server/http/errors';
import { handleFileErrors } from '@kitroom/server/http/file-reply';
import type { MountOptions } from '@kitroom/server/http/mount';
import { refuseNames } from '@kitroom/server/http/unknown-names';
import type { Context } from '../context.ts';
import { BULK_DATA_PATH, fileNameOf, findGeneration } from './bulk-files.ts';

/** `/api/bulk-data`, the list. */
export function bulkDataRoutes({ config, index }: Pick<Context, 'config' | 'index'>): Endpoint[] {
  return [
    endpoint(listBulkData, async (_input, { baseUrl }) => {
      index.requireDatabase();
      const generation = await findGeneration(config.BULK_DATA_ROOT);
      if (!generation) return [];
      const { id, sequence, files } = generation;
      const generatedAt = new Date(id).toISOString();
      return files.map((file) => ({
        ...file,
        generated_at: generatedAt,
        sequence,
        url: `${baseUrl}${BULK_DATA_PATH}/${id}/${fileNameOf(file.type)}`,
      }));
    }),
  ];
}

const GENERATION = /^\d+$/;
const FILE = /^[a-z_]+\.ndjson\.gz$/;

/** Serves the files of the bulk data. Ranges and conditional requests are Express's. */
export function createBulkFileRouter(
  { config, index }: Pick<Context, 'config' | 'index'>,
  options: Pick<MountOptions, 'toInvalidInput'>,
): Router {
  const router = Router({ caseSensitive: true });
  const root = resolve(config.BULK_DATA_ROOT);
  const route = router.route(`${BULK_DATA_PATH}/:generation/:file`);
  route.get(refuseNames(options), (request, response) => {
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
