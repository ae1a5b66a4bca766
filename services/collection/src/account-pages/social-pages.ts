import { SOCIAL_ERROR_PARAMETER, unlinkSocialProvider } from '@kitroom/collection-client';
import { ServiceError } from '@kitroom/server/http/errors';
import { buttonForm } from '@kitroom/server/pages/form';
import { html } from '@kitroom/server/pages/html';
import type { Page } from '@kitroom/server/pages/layout';
import type { Redirect, PageRequest, PageRoute } from '@kitroom/server/pages/page-router';
import { table } from '@kitroom/server/pages/table';
import type { Context } from '../context.ts';
import { getSession } from '../accounts/sessions/browser-session.ts';
import { findConfirmation } from '../accounts/sessions/confirmation.ts';
import { listIdentities } from '../accounts/social/identity-queries.ts';
import { unlinkProvider } from '../accounts/social/unlink-provider.ts';
import type { UserRow } from '../accounts/users/user-queries.ts';
import { ACCOUNTS_ROOT } from './account-frame.ts';
import { toFormErrors } from './read-form.ts';
import { requireAccess, toConfirmation } from './require-access.ts';
import { socialFailure, toProvider } from './sign-in-pages.ts';

const SOCIAL = `${ACCOUNTS_ROOT}/social`;

/** The page of linked sign-in providers. */
export function socialRoutes(context: Context): Array<PageRoute<UserRow>> {
  const { db, social } = context;
  const unlink: PageRoute<UserRow> = {
    method: 'POST',
    path: '/social/:provider/unlink',
    async answer({ visitor, params: { provider = '' } }) {
      try {
        await unlinkProvider(db, social, { userId: visitor.id, provider });
      } catch (error) {
        if (!(error instanceof ServiceError && error.code === 'invalid')) throw error;
        const text = toFormErrors(error, [])[''] ?? error.message;
        return { to: SOCIAL, flash: { kind: 'problem', text } };
      }
      return { to: SOCIAL, flash: { kind: 'done', text: 'It is no longer linked.' } };
    },
  };
  return [
    { method: 'GET', path: '/social', answer: (request) => socialPage(context, request) },
    requireAccess(context, unlinkSocialProvider.access, unlink, '/social'),
  ];
}

async function socialPage({ db, social }: Context, request: PageRequest<UserRow>): Promise<Page | Redirect> {
  const { visitor, csrf, query } = request;
  const failure = query[SOCIAL_ERROR_PARAMETER];
  if (failure === 'confirmation_required') return { to: toConfirmation(request, SOCIAL) };
  const isConfirmed = findConfirmation(getSession(request).data) !== undefined;
  // Confirm first, so that the round trip to the provider is not wasted.
  const toLink = (id: string) => (isConfirmed ? toProvider(id, SOCIAL) : toConfirmation(request, SOCIAL));
  const linked = await listIdentities(db, visitor.id);
  const isLinked = ({ id, issuer }: { id: string; issuer: string }) =>
    linked.some((one) => one.provider === id && one.issuer === issuer);
  return {
    title: 'Linked sign-ins',
    body: html`${socialFailure(failure)}
    ${table({
      caption: 'Services with which you can sign in',
      rows: [...social.values()],
      empty: 'This site offers no other ways to sign in.',
      columns: [
        { label: 'Service', cell: ({ name }) => name },
        { label: 'Linked', cell: (one) => (isLinked(one) ? 'yes' : 'no') },
        {
          label: 'Change',
          cell: (one) =>
            isLinked(one)
              ? buttonForm({
                  action: `${SOCIAL}/${encodeURIComponent(one.id)}/unlink`,
                  csrf,
                  label: 'Unlink',
                  describes: one.name,
                  tone: 'plain',
                })
              : html`<a href="${toLink(one.id)}">Link<span class="unseen"> ${one.name}</span></a>`,
        },
      ],
    })}`,
  };
}
