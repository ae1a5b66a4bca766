import type { Endpoint } from '@kitroom/server/http/endpoint';
import { accountRoutes } from './accounts/account-routes.ts';
import { ownSessionRoutes } from './accounts/own-session-routes.ts';
import { profileRoutes } from './accounts/profile-routes.ts';
import { sessionRoutes } from './accounts/session-routes.ts';
import { collectionsRoutes } from './collections/collection-routes.ts';
import type { Context } from './context.ts';
import { itemRoutes } from './items/item-routes.ts';
import { photoRoutes } from './photos/photo-routes.ts';
import { referenceRoutes } from './reference/reference-routes.ts';
import { secondFactorRoutes } from './second-factor/second-factor-routes.ts';
import { socialRoutes } from './social/social-routes.ts';
import { tokenRoutes } from './tokens/token-routes.ts';
import { userRoutes } from './users/user-routes.ts';

/** The table of endpoints. Of two paths that match, the one that stands first answers. */
export function collectionRoutes(context: Context): Endpoint[] {
  return [
    ...tokenRoutes(context),
    ...sessionRoutes(context),
    ...accountRoutes(context),
    ...ownSessionRoutes(context),
    ...secondFactorRoutes(context),
    ...socialRoutes(context),
    ...profileRoutes(context),
    ...userRoutes(context),
    ...collectionsRoutes(context),
    ...itemRoutes(context),
    ...photoRoutes(context),
    ...referenceRoutes(context),
  ];
}
