import type { Endpoint } from '@kitroom/server/http/endpoint';
import { profileRoutes } from './account-data/profile-routes.ts';
import { userRoutes } from './account-data/user-routes.ts';
import { ownSessionRoutes } from './accounts/sign-in/own-session-routes.ts';
import { secondFactorRoutes } from './accounts/sign-in/second-factor-routes.ts';
import { sessionRoutes } from './accounts/sign-in/session-routes.ts';
import { accountRoutes } from './accounts/sign-up/account-routes.ts';
import { socialRoutes } from './accounts/social/social-routes.ts';
import { tokenRoutes } from './accounts/tokens/token-routes.ts';
import { collectionsRoutes } from './collections/collection-routes.ts';
import type { Context } from './context.ts';
import { exportRoutes } from './exports/export-routes.ts';
import { importRoutes } from './imports/import-routes.ts';
import { itemRoutes } from './items/item-routes.ts';
import { photoRoutes } from './photos/photo-routes.ts';
import { referenceRoutes } from './reference/reference-routes.ts';
import { shareRoutes } from './shares/share-routes.ts';

/** All endpoints. The first one that matches a request is used. */
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
    ...exportRoutes(context),
    ...itemRoutes(context),
    ...photoRoutes(context),
    ...shareRoutes(context),
    ...importRoutes(context),
    ...referenceRoutes(context),
  ];
}
