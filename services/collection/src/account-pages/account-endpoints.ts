import type { Endpoint } from '@kitroom/server/http/endpoint';
import { notFound } from '@kitroom/server/http/errors';
import { openEndpointPages, type EndpointPages } from '@kitroom/server/pages/endpoint-pages';
import type { PageRequest, PageRoute } from '@kitroom/server/pages/page-router';
import type { Access } from '@kitroom/shared';
import { checkAccess, isConfirmationRequired } from '../accounts/access/check-access.ts';
import type { UserRow } from '../accounts/users/user-queries.ts';
import type { Context } from '../context.ts';
import { toInvalidInput } from '../invalid-input.ts';
import { explainWrongCode, LABELS } from './labels.ts';

export type AccountRequest = PageRequest<UserRow>;
export type AccountPages = EndpointPages<UserRow>;

/** The account endpoints as pages. */
export function openAccountPages(context: Pick<Context, 'db'>, endpoints: readonly Endpoint[]): AccountPages {
  return openEndpointPages({
    endpoints,
    labels: LABELS,
    explain: explainWrongCode,
    errorFormat: { toInvalidInput, toInvalidParams: () => notFound('Not found.') },
    guard: (access, route, back) => requireAccess(context, access, route, back),
  });
}

/** The confirmation page of the requested site, which leads on to another page. */
export function toConfirmation({ request }: Pick<AccountRequest, 'request'>, next: string): string {
  return `${request.baseUrl}/confirm?next=${encodeURIComponent(next)}`;
}

/** Users who must confirm first are redirected to do so. A form that was submitted is lost; the next page says so. */
function requireAccess(
  context: Pick<Context, 'db'>,
  access: Access | undefined,
  route: PageRoute<UserRow>,
  back: string,
): PageRoute<UserRow> {
  return {
    ...route,
    async handle(request) {
      try {
        await checkAccess(context, access, request);
        return await route.handle(request);
      } catch (error) {
        if (!isConfirmationRequired(error)) throw error;
        const to = toConfirmation(request, `${request.request.baseUrl}${back}`);
        if (route.method === 'GET') return { to };
        const text = 'Nothing has changed yet. Confirm first, then try again.';
        return { to, flash: { kind: 'problem', text } };
      }
    },
  };
}
