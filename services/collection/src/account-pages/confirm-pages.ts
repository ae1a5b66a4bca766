import {
  confirmSession as confirmSessionContract,
  CONFIRMATION_MINUTES,
  SOCIAL_ERROR_PARAMETER,
} from '@kitroom/collection-client';
import { form, type Field, type FormErrors } from '@kitroom/server/pages/form';
import { html, type Html } from '@kitroom/server/pages/html';
import type { Page } from '@kitroom/server/pages/layout';
import type { Redirect, PageRequest, PageRoute } from '@kitroom/server/pages/page-router';
import { findAccount } from '../accounts/users/account-queries.ts';
import { confirmSession } from '../accounts/sign-in/confirm-session.ts';
import type { Context } from '../context.ts';
import { hasSecondFactor } from '../accounts/second-factor/totp-queries.ts';
import { getSession } from '../accounts/sessions/browser-session.ts';
import { findConfirmation } from '../accounts/sessions/confirmation.ts';
import { listIdentities } from '../accounts/social/identity-queries.ts';
import type { UserRow } from '../accounts/users/user-queries.ts';
import { toOwnPage } from './own-page.ts';
import { answerForm, readForm } from './read-form.ts';
import { toConfirmation } from './require-access.ts';
import { explainWrongCode } from './explain-wrong-code.ts';
import { CODE_FIELD, socialFailure, toProvider } from './sign-in-pages.ts';

type ConfirmRequest = PageRequest<UserRow>;

const PASSWORD_FIELD: Field = {
  name: 'password',
  label: 'Your password',
  type: 'password',
  autocomplete: 'current-password',
};

export interface ConfirmSite {
  /** The default destination. */
  home: string;
  /** Where a password reset mail can be requested, if anywhere. */
  reset?: string;
}

/** The reauthentication page, which leads back to the page requested before. */
export function confirmRoutes(context: Context, site: ConfirmSite): Array<PageRoute<UserRow>> {
  async function confirm(request: ConfirmRequest): Promise<Redirect> {
    const proof = await readForm(confirmSessionContract, request.form);
    const { visitor, address } = request;
    await confirmSession(context, getSession(request), visitor, { ...proof, address });
    return { to: nextOf(site, request) };
  }

  return [
    { method: 'GET', path: '/confirm', answer: (request) => showOrGoOn(context, site, request) },
    {
      method: 'POST',
      path: '/confirm',
      answer: (request) =>
        answerForm(
          [PASSWORD_FIELD, CODE_FIELD],
          () => confirm(request),
          (errors) => confirmPage(context, site, request, explainWrongCode(errors)),
        ),
    },
  ];
}

function nextOf({ home }: ConfirmSite, { query, form: sent }: ConfirmRequest): string {
  return toOwnPage(sent['next'] ?? query['next'], home);
}

/** Providers redirect back to this page: the session is confirmed by then, or a code is still required. */
async function showOrGoOn(
  context: Context,
  site: ConfirmSite,
  request: ConfirmRequest,
): Promise<Page | Redirect> {
  const next = nextOf(site, request);
  if (request.query[SOCIAL_ERROR_PARAMETER] === 'mfa_required') {
    return { to: `${request.request.baseUrl}/login/code?next=${encodeURIComponent(next)}` };
  }
  const confirmation = findConfirmation(getSession(request).data);
  const isConfirmed =
    confirmation?.withCode || (confirmation && !(await hasSecondFactor(context.db, request.visitor.id)));
  return isConfirmed ? { to: next } : confirmPage(context, site, request);
}

async function confirmPage(
  context: Context,
  site: ConfirmSite,
  request: ConfirmRequest,
  errors: FormErrors = {},
): Promise<Page> {
  const { visitor, query, csrf } = request;
  const account = await findAccount(context.db, visitor.id);
  const fields = (await hasSecondFactor(context.db, visitor.id))
    ? [PASSWORD_FIELD, CODE_FIELD]
    : [PASSWORD_FIELD];
  const next = nextOf(site, request);
  const way = account?.has_password
    ? form({
        action: `${request.request.baseUrl}/confirm`,
        csrf,
        fields,
        values: {},
        errors,
        problem: 'It is not confirmed',
        hidden: { next },
        submit: 'Confirm',
        cancel: site.home,
      })
    : await providerLinks(context, site, request);
  return {
    title: 'Confirm that it is you',
    body: html`${socialFailure(query[SOCIAL_ERROR_PARAMETER])}
      <p>
        You are about to change how your account is opened. Confirm that it is you to continue; you are not
        asked again for ${CONFIRMATION_MINUTES} minutes.
      </p>
      ${way}`,
  };
}

/** Users without a password sign in again. */
async function providerLinks(
  { db, social }: Context,
  site: ConfirmSite,
  request: ConfirmRequest,
): Promise<Html> {
  const linked = await listIdentities(db, request.visitor.id);
  const offered = linked.flatMap(({ provider, issuer }) => {
    const known = social.get(provider);
    return known?.issuer === issuer ? [known] : [];
  });
  if (offered.length === 0) {
    const way = site.reset ? html`<a href="${site.reset}">Have a mail sent</a>` : 'Have a mail sent';
    return html`<p>Your account has no password. ${way} to set one, then sign in with it.</p>`;
  }
  const next = toConfirmation(request, nextOf(site, request));
  return html`<div class="ways">
    ${offered.map(
      (one) => html`<a class="button" href="${toProvider(one.id, next)}">Sign in again with ${one.name}</a>`,
    )}
  </div>`;
}
