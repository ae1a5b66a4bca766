import type { Redirect, PageRequest, PageRoute } from '@kitroom/server/pages/page-router';
import type { Access } from '@kitroom/shared';
import { checkAccess, isConfirmationRequired } from '../accounts/access/check-access.ts';
import type { Context } from '../context.ts';
import type { UserRow } from '../accounts/users/user-queries.ts';

type AnyRequest = Pick<PageRequest<UserRow>, 'request'>;

/** The confirmation page of the requested site, which leads on to another page. */
export function toConfirmation({ request }: AnyRequest, next: string): string {
  return `${request.baseUrl}/confirm?next=${encodeURIComponent(next)}`;
}

/**
 * Applies an endpoint's access rule to the equivalent page: users who must confirm first are redirected to do so, and
 * then to `back`, a path of the same site (default: the page itself).
 */
export function requireAccess(
  context: Context,
  access: Access,
  route: PageRoute<UserRow>,
  back: string = route.path,
): PageRoute<UserRow> {
  return {
    ...route,
    async answer(request) {
      try {
        await checkAccess(context, access, request);
      } catch (error) {
        if (!isConfirmationRequired(error)) throw error;
        return confirmFirst(route, toConfirmation(request, `${request.request.baseUrl}${back}`));
      }
      return route.answer(request);
    },
  };
}

/** The submitted form is lost; the page says so. */
function confirmFirst({ method }: PageRoute<UserRow>, to: string): Redirect {
  if (method === 'GET') return { to };
  return { to, flash: { kind: 'problem', text: 'Nothing has changed yet. Confirm first, then try again.' } };
}
