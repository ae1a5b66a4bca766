import type { CatalogueClient } from '@kitroom/catalogue-client';
import type { CollectionClient } from '@kitroom/collection-client';

// What the clients' methods return, under short names.
export type Kit = Awaited<ReturnType<CatalogueClient['kits']['get']>>;
export type Club = Awaited<ReturnType<CatalogueClient['clubs']['get']>>;
export type Collection = Awaited<ReturnType<CollectionClient['collections']['get']>>;
export type Statistics = Collection['statistics'];
export type CollectionItem = Awaited<ReturnType<CollectionClient['collections']['items']>>['results'][number];
export type ItemQuery = NonNullable<Parameters<CollectionClient['collections']['myItems']>[0]>;
