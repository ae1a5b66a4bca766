import type { Endpoint } from '@kitroom/server/endpoint';
import { collectionsRoutes } from './collections/collection-routes.ts';
import type { Context } from './context.ts';
import { itemRoutes } from './items/item-routes.ts';
import { photoRoutes } from './photos/photo-routes.ts';
import { referenceRoutes } from './reference/reference-routes.ts';
import { tokenRoutes } from './tokens/token-routes.ts';
import { userRoutes } from './users/user-routes.ts';

/** The table of endpoints. Of two paths that match, the one that stands first answers. */
export function collectionRoutes(context: Context): Endpoint[] {
  return [
    ...tokenRoutes(context),
    ...userRoutes(context),
    ...collectionsRoutes(context),
    ...itemRoutes(context),
    ...photoRoutes(context),
    ...referenceRoutes(context),
  ];
}
