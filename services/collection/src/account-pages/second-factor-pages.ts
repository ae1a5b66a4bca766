import {
  confirmTotp as confirmTotpContract,
  createRecoveryCodes,
  removeTotp,
  startTotp as startTotpContract,
} from '@kitroom/collection-client';
import { buttonForm, form, type Field, type FormErrors } from '@kitroom/server/pages/form';
import { html } from '@kitroom/server/pages/html';
import type { Page } from '@kitroom/server/pages/layout';
import type { Redirect, PageRequest, PageRoute } from '@kitroom/server/pages/page-router';
import type { Access } from '@kitroom/shared';
import { findAccount } from '../accounts/users/account-queries.ts';
import type { Context } from '../context.ts';
import { confirmOwner } from '../accounts/second-factor/confirm-owner.ts';
import { drawQrCode } from '../accounts/second-factor/qr-code.ts';
import {
  confirmTotp,
  findStartedTotp,
  renewRecoveryCodes,
  startTotp,
  turnTotpOff,
} from '../accounts/second-factor/set-up-totp.ts';
import { hasSecondFactor, countRecoveryCodes } from '../accounts/second-factor/totp-queries.ts';
import { getSession } from '../accounts/sessions/browser-session.ts';
import type { UserRow } from '../accounts/users/user-queries.ts';
import { explainWrongCode } from './explain-wrong-code.ts';
import { answerForm, readForm } from './read-form.ts';
import { requireAccess } from './require-access.ts';

type FactorRequest = PageRequest<UserRow>;

/** These pages are mounted below the account pages, or below the admin interface. */
const pathOf = ({ request }: FactorRequest) => `${request.baseUrl}/mfa`;
const trailOf = (request: FactorRequest) => [{ href: pathOf(request), label: 'Multi-factor sign-in' }];

const CODE_FIELD: Field = {
  name: 'code',
  label: 'Code',
  hint: 'The six digits that the app shows now.',
  autocomplete: 'one-time-code',
};
const PASSWORD_FIELD: Field = {
  name: 'password',
  label: 'Your password',
  type: 'password',
  autocomplete: 'current-password',
};

/** A change of an enabled second factor: new codes, or disabling it. */
interface Change {
  path: 'recovery-codes' | 'remove';
  access: Access;
  title: string;
  text: string;
  submit: string;
}

const RENEWAL: Change = {
  path: 'recovery-codes',
  access: createRecoveryCodes.access,
  title: 'New recovery codes',
  text: 'Your existing codes become invalid.',
  submit: 'Make new codes',
};
const REMOVAL: Change = {
  path: 'remove',
  access: removeTotp.access,
  title: 'Turn multi-factor sign-in off',
  text: 'Your password alone is then enough to sign in, and your recovery codes become invalid.',
  submit: 'Turn it off',
};

export function secondFactorRoutes(context: Context): Array<PageRoute<UserRow>> {
  const { db } = context;

  async function confirm(request: FactorRequest): Promise<Page> {
    const { code } = await readForm(confirmTotpContract, request.form);
    const { codes, epoch } = await confirmTotp(context, request.visitor.id, code);
    await getSession(request).renew(request.visitor.id, epoch);
    return codesPage(request, codes, 'Multi-factor sign-in is on');
  }
  async function prove(request: FactorRequest): Promise<void> {
    const { visitor, address } = request;
    const proof = await readForm(removeTotp, request.form);
    await confirmOwner(context, visitor, { ...proof, address });
  }
  async function renew(request: FactorRequest): Promise<Page> {
    await readForm(createRecoveryCodes, request.form);
    await prove(request);
    return codesPage(request, await renewRecoveryCodes(context, request.visitor.id), RENEWAL.title);
  }
  async function remove(request: FactorRequest): Promise<Redirect> {
    await prove(request);
    const epoch = await turnTotpOff(context, request.visitor.id);
    await getSession(request).renew(request.visitor.id, epoch);
    return { to: pathOf(request), flash: { kind: 'done', text: 'Multi-factor sign-in is off.' } };
  }

  return [
    { method: 'GET', path: '/mfa', answer: (request) => factorPage(context, request) },
    requireAccess(
      context,
      startTotpContract.access,
      {
        method: 'POST',
        path: '/mfa/start',
        async answer(request) {
          if (await hasSecondFactor(db, request.visitor.id)) return { to: pathOf(request) };
          await startTotp(context, request.visitor);
          return { to: `${pathOf(request)}/totp` };
        },
      },
      '/mfa',
    ),
    requireAccess(context, confirmTotpContract.access, {
      method: 'GET',
      path: '/mfa/totp',
      answer: (request) => setUpPage(context, request),
    }),
    requireAccess(context, confirmTotpContract.access, {
      method: 'POST',
      path: '/mfa/totp',
      answer: (request) =>
        answerForm(
          [CODE_FIELD],
          () => confirm(request),
          (errors) => setUpPage(context, request, explainWrongCode(errors)),
        ),
    }),
    ...changeRoutes(context, RENEWAL, renew),
    ...changeRoutes(context, REMOVAL, remove),
  ];
}

/** The form to prove ownership before a change. */
function changeRoutes(
  context: Context,
  change: Change,
  act: (request: FactorRequest) => Promise<Page | Redirect>,
): Array<PageRoute<UserRow>> {
  const path = `/mfa/${change.path}`;
  return [
    requireAccess(context, change.access, {
      method: 'GET',
      path,
      answer: (request) => proofPage(context, change, request),
    }),
    requireAccess(context, change.access, {
      method: 'POST',
      path,
      answer: (request) =>
        answerForm(
          [PASSWORD_FIELD],
          () => act(request),
          (errors) => proofPage(context, change, request, explainWrongCode(errors)),
        ),
    }),
  ];
}

async function factorPage({ db }: Context, request: FactorRequest): Promise<Page> {
  const { visitor, csrf } = request;
  const path = pathOf(request);
  const title = 'Multi-factor sign-in';
  if (!(await hasSecondFactor(db, visitor.id))) {
    return {
      title,
      body: html`<p>
          It is off. With it, signing in takes a code besides your password, which an authenticator app on
          your phone shows.
        </p>
        ${buttonForm({ action: `${path}/start`, csrf, label: 'Set it up' })}`,
    };
  }
  const left = await countRecoveryCodes(db, visitor.id);
  return {
    title,
    body: html`<p>
        It is on: each sign-in takes a code of your authenticator app, or one of your recovery codes.
      </p>
      <p>${left === 1 ? '1 recovery code is' : `${left} recovery codes are`} left.</p>
      <p class="actions">
        <a class="button" href="${path}/${RENEWAL.path}">${RENEWAL.title}</a>
        <a class="button danger" href="${path}/${REMOVAL.path}">${REMOVAL.submit}</a>
        ${visitor.is_staff && html`<a class="button" href="/admin/">Administration</a>`}
      </p>`,
  };
}

/** The secret is shown until it is confirmed: it is useless until then. */
async function setUpPage(
  context: Context,
  request: FactorRequest,
  errors?: FormErrors,
): Promise<Page | Redirect> {
  const { visitor, csrf } = request;
  const started = await findStartedTotp(context, visitor);
  if (!started) return { to: pathOf(request) };
  const svg = await drawQrCode(started.otpauth_url);
  const source = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
  return {
    title: 'Set up multi-factor sign-in',
    trail: trailOf(request),
    body: html`
      <p>Scan this with an authenticator app, then enter the code that it shows.</p>
      <img class="qr" src="${source}" width="232" height="232" alt="QR code that brings the secret below" />
      <p>
        Without a camera, enter this secret: <code>${started.secret.replaceAll(/.{4}(?=.)/g, '$& ')}</code>,
        or <a href="${started.otpauth_url}">open it in an app on this device</a>.
      </p>
      ${form({
        action: `${pathOf(request)}/totp`,
        csrf,
        fields: [CODE_FIELD],
        values: {},
        errors: errors ?? {},
        problem: 'It is not on yet',
        submit: 'Turn it on',
        cancel: pathOf(request),
      })}
    `,
  };
}

function codesPage(request: FactorRequest, codes: readonly string[], title: string): Page {
  return {
    title,
    trail: trailOf(request),
    body: html`
      <p class="notice">
        Keep these recovery codes in a safe place: each signs you in once, when you do not have the app. They
        are not shown again.
      </p>
      <ul class="codes">
        ${codes.map((code) => html`<li><code>${code}</code></li>`)}
      </ul>
      <p><a class="button primary" href="${pathOf(request)}">I have kept them</a></p>
    `,
  };
}

async function proofPage(
  { db }: Context,
  { path, title, text, submit }: Change,
  request: FactorRequest,
  errors?: FormErrors,
): Promise<Page> {
  const { visitor, csrf } = request;
  const account = await findAccount(db, visitor.id);
  return {
    title,
    trail: trailOf(request),
    body: html`<p>${text}</p>
      ${form({
        action: `${pathOf(request)}/${path}`,
        csrf,
        fields: account?.has_password ? [PASSWORD_FIELD] : [],
        values: {},
        errors: errors ?? {},
        problem: 'Nothing has changed',
        submit,
        cancel: pathOf(request),
        ...(path === 'remove' ? { tone: 'danger' as const } : {}),
      })}`,
  };
}
