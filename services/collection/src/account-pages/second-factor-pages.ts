import { confirmTotp, createRecoveryCodes, removeTotp, startTotp } from '@kitroom/collection-client';
import { buttonForm } from '@kitroom/server/pages/form';
import { html, type Html } from '@kitroom/server/pages/html';
import type { Page } from '@kitroom/server/pages/layout';
import type { PageRoute } from '@kitroom/server/pages/page-router';
import { redirectWith } from '@kitroom/server/pages/resource';
import { findStartedTotp } from '../accounts/second-factor/set-up-totp.ts';
import { countRecoveryCodes, hasSecondFactor } from '../accounts/second-factor/totp-queries.ts';
import { findAccount } from '../accounts/users/account-queries.ts';
import type { UserRow } from '../accounts/users/user-queries.ts';
import type { Context } from '../context.ts';
import { ADMIN_ROOT } from '../paths.ts';
import { LABELS, type AccountPages, type AccountRequest } from './account-endpoints.ts';

/** The path of the pages, which are mounted below the account pages or the admin pages. */
const pathOf = ({ request }: AccountRequest) => `${request.baseUrl}/mfa`;

type Codes = { recovery_codes: string[] };

export function secondFactorRoutes(
  context: Pick<Context, 'db' | 'secretKeys'>,
  pages: AccountPages,
): Array<PageRoute<UserRow>> {
  const { db } = context;
  /** The form options of changes to an enabled second factor. */
  const protectedForm = {
    cancel: pathOf,
    problem: 'Nothing has changed',
    fields: async ({ visitor }: AccountRequest) =>
      (await findAccount(db, visitor.id))?.has_password ? ['password'] : [],
  };
  return [
    { method: 'GET', path: '/mfa', handle: (request) => factorPage(context, request) },
    pages.button(startTotp, '/mfa/start', { back: '/mfa', leadsTo: '/mfa/totp' }),
    ...pages.form(confirmTotp, {
      path: '/mfa/totp',
      title: 'Set up multi-factor sign-in',
      instead: async (request) =>
        (await findStartedTotp(context, request.visitor)) ? undefined : { to: pathOf(request) },
      before: ({ visitor }) => showSecret(context, visitor),
      labels: { code: { ...LABELS.code, hint: 'The six digits that the app shows now.' } },
      problem: 'It is not on yet',
      submit: 'Turn it on',
      cancel: pathOf,
      done: (codes: Codes, request) => codesPage(request, codes, 'Multi-factor sign-in is on'),
    }),
    ...pages.form(createRecoveryCodes, {
      ...protectedForm,
      path: '/mfa/recovery-codes',
      title: 'New recovery codes',
      before: () => html`<p>Your existing codes become invalid.</p>`,
      submit: 'Make new codes',
      done: (codes: Codes, request) => codesPage(request, codes, 'New recovery codes'),
    }),
    ...pages.form(removeTotp, {
      ...protectedForm,
      path: '/mfa/remove',
      title: 'Turn multi-factor sign-in off',
      before: () =>
        html`<p>Your password alone is then enough to sign in, and your recovery codes become invalid.</p>`,
      submit: 'Turn it off',
      tone: 'danger',
      done: (_nothing, request) => redirectWith(pathOf(request), 'Multi-factor sign-in is off.'),
    }),
  ];
}

async function factorPage({ db }: Pick<Context, 'db'>, request: AccountRequest): Promise<Page> {
  const { visitor, csrf } = request;
  const path = pathOf(request);
  const isOn = await hasSecondFactor(db, visitor.id);
  const left = await countRecoveryCodes(db, visitor.id);
  const on = html`<p>
      It is on: each sign-in requires a code from your authenticator app, or one of your recovery codes.
    </p>
    <p>${left === 1 ? '1 recovery code is' : `${left} recovery codes are`} left.</p>
    <p class="actions">
      <a class="button" href="${path}/recovery-codes">New recovery codes</a>
      <a class="button danger" href="${path}/remove">Turn it off</a>
      ${visitor.is_staff && html`<a class="button" href="${ADMIN_ROOT}/">Administration</a>`}
    </p>`;
  const off = html`<p>
      It is off. When it is on, signing in also requires a code, which an authenticator app on your phone
      shows.
    </p>
    ${buttonForm({ action: `${path}/start`, csrf, label: 'Set it up' })}`;
  return { title: 'Multi-factor sign-in', body: isOn ? on : off };
}

/** Shows the secret until it is confirmed, as it is useless until then. */
async function showSecret(
  context: Pick<Context, 'db' | 'secretKeys'>,
  visitor: UserRow,
): Promise<Html | undefined> {
  const started = await findStartedTotp(context, visitor);
  if (!started) return undefined;
  // Rarely needed, so it is loaded on demand.
  const { default: qrcode } = await import('qrcode');
  const svg = await qrcode.toString(started.otpauth_url, { type: 'svg', errorCorrectionLevel: 'M' });
  const source = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
  return html`<p>Scan this with an authenticator app, then enter the code that it shows.</p>
    <img class="qr" src="${source}" width="232" height="232" alt="QR code that brings the secret below" />
    <p>
      Without a camera, enter this secret: <code>${started.secret.replaceAll(/.{4}(?=.)/g, '$& ')}</code>, or
      <a href="${started.otpauth_url}">open it in an app on this device</a>.
    </p>`;
}

function codesPage(request: AccountRequest, { recovery_codes: codes }: Codes, title: string): Page {
  return {
    title,
    body: html`
      <p class="notice">
        Keep these recovery codes in a safe place: each signs you in once, when you do not have the app. They
        are not shown again.
      </p>
      <ul class="codes">
        ${codes.map((code) => html`<li><code>${code}</code></li>`)}
      </ul>
      <p><a class="button primary" href="${pathOf(request)}">I have saved them</a></p>
    `,
  };
}
