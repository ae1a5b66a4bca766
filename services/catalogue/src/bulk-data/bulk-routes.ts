import { resolve } from 'node:path';
import { Router, type RequestHandler } from 'express';
import { getBulkFile, listBulkData } from '@kitroom/catalogue-client';
import type { Database } from '@kitroom/server/database/database';
import { endpoint, type Endpoint } from '@kitroom/server/http/endpoint';
import { refuseMethod } from '@kitroom/server/http/error-handling';
import { notFound } from '@kitroom/server/http/errors';
import { handleFileErrors } from '@kitroom/server/http/file-reply';
import type { MountOptions } from '@kitroom/server/http/mount';
import { refuseNames } from '@kitroom/server/http/unknown-names';
import type { Context } from '../context.ts';
import { BULK_DATA_PATH, fileNameOf, findGeneration } from './bulk-files.ts';

/** The list at `/api/bulk-data`. */
export function bulkDataRoutes({ config, db }: Pick<Context, 'config' | 'db'>): Endpoint[] {
  return [
    endpoint(listBulkData, async (_input, { baseUrl }) => {
      await requireDatabase(db);
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

interface FileParams {
  generation: string;
  file: string;
}

/** Serves the files of the bulk data. Express handles ranges and conditional requests. */
export function createBulkFileRouter(
  { config, db }: Pick<Context, 'config' | 'db'>,
  options: Pick<MountOptions, 'toInvalidInput'>,
): Router {
  const router = Router({ caseSensitive: true });
  const root = resolve(config.BULK_DATA_ROOT);
  const requireDatabaseFirst: RequestHandler<FileParams> = async (_request, _response, next) => {
    await requireDatabase(db);
    next();
  };
  const route = router.route(`${BULK_DATA_PATH}/:generation/:file`);
  route.get(refuseNames(options), requireDatabaseFirst, (request, response) => {
    const { generation, file } = request.params;
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

/**
 * Throws if the database is unavailable, because then it is unknown whether the files are outdated. Only
 * public reads of the catalogue itself are served during an outage.
 */
async function requireDatabase(db: Database): Promise<void> {
  await db.raw('select 1');
}
