import type { CatalogueClient } from '@kitroom/catalogue-client';
import type { CollectionClient } from '@kitroom/collection-client';

// Short names for parameters and results of the clients' methods.
export type Kit = Awaited<ReturnType<CatalogueClient['kits']['get']>>;
/** A kit of a list, with its details if they were requested. */
export type ListedKit = Awaited<ReturnType<CatalogueClient['kits']['list']>>[number];
export type Statistics = Awaited<ReturnType<CollectionClient['collections']['get']>>['statistics'];
type ListedItem = Awaited<ReturnType<CollectionClient['collections']['items']>>['results'][number];
export type OwnItem = Awaited<ReturnType<CollectionClient['items']['list']>>['results'][number];
/** An item of a list. Only the user's own items have the private fields. */
export type CollectionItem = Pick<
  ListedItem,
  | 'id'
  | 'item_type'
  | 'name'
  | 'labels'
  | 'main_photo'
  | 'main_photo_card'
  | 'main_photo_thumbnail'
  | 'condition'
  | 'is_private'
  | 'tags'
  | 'player_name'
  | 'number'
> &
  Partial<Pick<OwnItem, 'location' | 'acquired_on' | 'price' | 'estimated_value'>>;
export type ItemFacets = Awaited<ReturnType<CollectionClient['collections']['myFacets']>>['facets'];
export type ItemQuery = NonNullable<Parameters<CollectionClient['collections']['myItems']>[0]>;
