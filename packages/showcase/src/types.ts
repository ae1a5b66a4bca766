import type {
  CollectionClient,
  CollectionFacets,
  Item,
  CollectionItem as PublicItem,
} from '@kitroom/collection-client';

/** An item of a list. Only the user's own items have the private fields. */
export type CollectionItem = Pick<
  PublicItem,
  'id' | 'item_type' | 'name' | 'labels' | 'condition' | 'is_private' | 'tags' | 'player_name' | 'number'
> &
  Pick<Item, 'main_photo' | 'main_photo_card' | 'main_photo_thumbnail'> &
  Partial<Pick<Item, 'location' | 'acquired_on' | 'price' | 'estimated_value'>>;
export type ItemFacets = CollectionFacets['facets'];
export type ItemQuery = NonNullable<Parameters<CollectionClient['collections']['myItems']>[0]>;
