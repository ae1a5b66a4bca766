import { ServiceError } from '@kitroom/server/http/errors';
import { form, type FormErrors, type FormValues } from '@kitroom/server/pages/form';
import { html } from '@kitroom/server/pages/html';
import type { Page } from '@kitroom/server/pages/layout';
import type { PageRequest, PageRoute, Redirect } from '@kitroom/server/pages/page-router';
import { ADMIN_ROOT } from '@kitroom/server/pages/resource';
import { endSession } from '@kitroom/server/sessions/session-store';
import type { Context } from '../context.ts';
import type { Operators } from '../operators/operator-credentials.ts';
import { startOperatorSession, type Operator } from './operator-session.ts';
import { openSignIn, type SignIn } from './sign-in.ts';

export const SIGN_IN_PATH = `${ADMIN_ROOT}/sign-in`;
export const SIGN_OUT_PATH = `${ADMIN_ROOT}/sign-out`;

const HOME = `${ADMIN_ROOT}/`;

export function signInRoutes(context: Context, operators: Operators): Array<PageRoute<Operator>> {
  const signIn = openSignIn(context, operators);
  return [
    {
      method: 'GET',
      path: '/sign-in',
      isOpen: true,
      handle: (request) => (request.visitor ? { to: HOME } : signInPage(request, {}, {})),
    },
    {
      method: 'POST',
      path: '/sign-in',
      isOpen: true,
      handle: (request) => handleSignIn(request, signIn),
    },
    {
      method: 'POST',
      path: '/sign-out',
      async handle({ request }) {
        await endSession(request);
        return { to: `${SIGN_IN_PATH}?ended=1` };
      },
    },
  ];
}

async function handleSignIn(request: PageRequest<Operator>, signIn: SignIn): Promise<Page | Redirect> {
  const { form: sent, log, address } = request;
  const { name = '', password = '' } = sent;
  if (name.trim() === '') return signInPage(request, sent, { name: 'Enter your name.' });
  try {
    const operator = await signIn({ name, password, address, log });
    await startOperatorSession(request.request, operator);
    return { to: readNext(sent['next']) };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'invalid') throw error;
    return signInPage(request, sent, { '': error.message });
  }
}

function signInPage(request: PageRequest<Operator>, values: FormValues, errors: FormErrors): Page {
  const { query, csrf } = request;
  return {
    title: 'Sign in',
    status: Object.keys(errors).length > 0 ? 400 : 200,
    body: html`
      ${query['unsaved'] && html`<p class="notice">You were signed out, and what you sent was not saved.</p>`}
      ${query['ended'] && html`<p class="notice">You are signed out.</p>`}
      ${form({
        action: SIGN_IN_PATH,
        csrf,
        fields: [
          { name: 'name', label: 'Name', autocomplete: 'username' },
          { name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' },
        ],
        values: { name: values['name'] ?? '' },
        errors,
        problem: 'You are not signed in',
        hidden: { next: values['next'] ?? query['next'] ?? '' },
        submit: 'Sign in',
      })}
    `,
  };
}

/** Returns the page to open after signing in; only admin pages are allowed, to prevent open redirects. */
function readNext(next = ''): string {
  return /^\/admin\/[\w\-./?=&%+]*$/.test(next) ? next : HOME;
}
