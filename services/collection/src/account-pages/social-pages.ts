import { SOCIAL_ERROR_PARAMETER, unlinkSocialProvider } from '@kitroom/collection-client';
import { buttonForm } from '@kitroom/server/pages/form';
import { html } from '@kitroom/server/pages/html';
import type { Page } from '@kitroom/server/pages/layout';
import type { PageRoute, Redirect } from '@kitroom/server/pages/page-router';
import { table } from '@kitroom/server/pages/table';
import { mayAccess } from '../accounts/access/check-access.ts';
import { listIdentities } from '../accounts/social/identity-queries.ts';
import type { UserRow } from '../accounts/users/user-queries.ts';
import type { Context } from '../context.ts';
import { ACCOUNTS_ROOT } from '../paths.ts';
import { toConfirmation, type AccountPages, type AccountRequest } from './account-endpoints.ts';
import { socialFailure, toProvider } from './sign-in-pages.ts';

const SOCIAL = `${ACCOUNTS_ROOT}/social`;

/** The page of linked sign-in providers. */
export function socialRoutes(
  context: Pick<Context, 'db' | 'social'>,
  pages: AccountPages,
): Array<PageRoute<UserRow>> {
  return [
    { method: 'GET', path: '/social', handle: (request) => socialPage(context, request) },
    pages.button(unlinkSocialProvider, '/social/:provider/unlink', {
      back: '/social',
      done: 'It is no longer linked.',
    }),
  ];
}

async function socialPage(
  { db, social }: Pick<Context, 'db' | 'social'>,
  request: AccountRequest,
): Promise<Page | Redirect> {
  const { visitor, csrf, query } = request;
  if (query[SOCIAL_ERROR_PARAMETER] === 'confirmation_required')
    return { to: toConfirmation(request, SOCIAL) };
  const isConfirmed = await mayAccess({ db }, 'fresh-session', request);
  // Unconfirmed users confirm first, so that the round trip to the provider is not wasted.
  const toLink = (id: string) => (isConfirmed ? toProvider(id, SOCIAL) : toConfirmation(request, SOCIAL));
  const linked = await listIdentities(db, visitor.id);
  const isLinked = ({ id, issuer }: { id: string; issuer: string }) =>
    linked.some((identity) => identity.provider === id && identity.issuer === issuer);
  const showChange = (provider: { id: string; issuer: string; name: string }) => {
    if (!isLinked(provider))
      return html`<a href="${toLink(provider.id)}">Link<span class="unseen"> ${provider.name}</span></a>`;
    const action = `${SOCIAL}/${encodeURIComponent(provider.id)}/unlink`;
    return buttonForm({ action, csrf, label: 'Unlink', describes: provider.name, tone: 'plain' });
  };
  return {
    title: 'Sign-in providers',
    body: html`${socialFailure(request)}
    ${table({
      caption: 'Services with which you can sign in',
      rows: [...social.values()],
      empty: 'This site offers no other ways to sign in.',
      columns: [
        { label: 'Service', cell: ({ name }) => name },
        { label: 'Linked', cell: (provider) => (isLinked(provider) ? 'yes' : 'no') },
        { label: 'Change', cell: showChange },
      ],
    })}`,
  };
}
