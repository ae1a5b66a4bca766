import { listBulkData } from '@kitroom/catalogue-client';
import { endpoint, type Endpoint } from '@kitroom/server/http/endpoint';
import type { Config } from '../config.ts';
import type { SearchIndex } from '../search-index/open-index.ts';
import { BULK_DATA_PATH, fileNameOf, findGeneration } from './bulk-files.ts';

/** `/api/bulk-data`, the list. */
export function bulkDataRoutes({ config, index }: { config: Config; index: SearchIndex }): Endpoint[] {
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
