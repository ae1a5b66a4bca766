import { createCatalogueClient, type CatalogueClient, type Interceptor } from '@kitroom/catalogue-client';
import { currentTask } from '@kitroom/server/telemetry/task';
import type { Config } from '../config.ts';

/** Opens the client of the configured catalogue. */
export function openCatalogue(config: Config, interceptor?: Interceptor): CatalogueClient {
  return createCatalogueClient({
    baseUrl: config.CATALOGUE_URL,
    ...(config.CATALOGUE_API_KEY === undefined ? {} : { apiKey: config.CATALOGUE_API_KEY }),
    userAgent: 'kitroom-collection',
    // Both logs identify a request by the same id.
    requestId: () => currentTask()?.id,
    ...(interceptor && { interceptor }),
  });
}
