import type { CatalogueClient } from '@kitroom/catalogue-client';
import type { CollectionClient } from '@kitroom/collection-client';

// What the clients' methods take and return, under short names.
export type Kit = Awaited<ReturnType<CatalogueClient['kits']['get']>>;
/** A kit of a list, with its details if they were requested. */
export type ListedKit = Awaited<ReturnType<CatalogueClient['kits']['list']>>[number];
export type Statistics = Awaited<ReturnType<CollectionClient['collections']['get']>>['statistics'];
export type CollectionItem = Awaited<ReturnType<CollectionClient['collections']['items']>>['results'][number];
export type ItemQuery = NonNullable<Parameters<CollectionClient['collections']['myItems']>[0]>;
