import type { Endpoint } from '@kitroom/server/endpoint';
import type { Context } from './context.ts';
import { tokenRoutes } from './tokens/token-routes.ts';
import { userRoutes } from './users/user-routes.ts';

/** The table of endpoints. Of two paths that match, the one that stands first answers. */
export function collectionRoutes(context: Context): Endpoint[] {
  return [...tokenRoutes(context), ...userRoutes(context)];
}
