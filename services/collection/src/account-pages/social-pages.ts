import { SOCIAL_ERROR_PARAMETER } from '@kitroom/collection-client';
import { ServiceError } from '@kitroom/server/errors';
import { buttonForm } from '@kitroom/server/pages/form';
import { html } from '@kitroom/server/pages/html';
import type { Page } from '@kitroom/server/pages/layout';
import type { PageRequest, PageRoute } from '@kitroom/server/pages/page-router';
import { table } from '@kitroom/server/pages/table';
import type { Context } from '../context.ts';
import { listIdentities } from '../social/identity-queries.ts';
import { unlinkProvider } from '../social/unlink-provider.ts';
import type { UserRow } from '../users/user-queries.ts';
import { ACCOUNTS_ROOT } from './account-frame.ts';
import { toFormErrors } from './read-form.ts';
import { socialFailure, toProvider } from './sign-in-pages.ts';

const SOCIAL = `${ACCOUNTS_ROOT}/social`;

/** The page of sign-in providers that are linked. */
export function socialRoutes(context: Context): Array<PageRoute<UserRow>> {
  const { db, social } = context;
  return [
    { method: 'GET', path: '/social', answer: (request) => socialPage(context, request) },
    {
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
    },
  ];
}

async function socialPage(
  { db, social }: Context,
  { visitor, csrf, query }: PageRequest<UserRow>,
): Promise<Page> {
  const linked = await listIdentities(db, visitor.id);
  const isLinked = ({ id, issuer }: { id: string; issuer: string }) =>
    linked.some((one) => one.provider === id && one.issuer === issuer);
  return {
    title: 'Linked sign-ins',
    body: html`${socialFailure(query[SOCIAL_ERROR_PARAMETER])}
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
              : html`<a href="${toProvider(one.id, SOCIAL)}"
                  >Link<span class="unseen"> ${one.name}</span></a
                >`,
        },
      ],
    })}`,
  };
}
