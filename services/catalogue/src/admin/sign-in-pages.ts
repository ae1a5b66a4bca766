import { createHash, timingSafeEqual } from 'node:crypto';
import { form, type FormErrors, type FormValues } from '@kitroom/server/pages/form';
import { html } from '@kitroom/server/pages/html';
import type { Onward, PageRequest, PageRoute } from '@kitroom/server/pages/page-router';
import type { Page } from '@kitroom/server/pages/layout';
import { endSession, renewSession } from '@kitroom/server/sessions/session-steps';
import { isStorable } from '@kitroom/shared';
import type { Context } from '../context.ts';
import { openFailedSignIns } from './failed-sign-ins.ts';
import { ADMIN_ROOT, type Operator } from './operator-session.ts';

/** Where operators sign in and out. */
export const SIGN_IN_PATH = `${ADMIN_ROOT}/sign-in`;
export const SIGN_OUT_PATH = `${ADMIN_ROOT}/sign-out`;

const HOME = `${ADMIN_ROOT}/`;
const NAME_MAX = 100;
const PASSWORD_SENT_MAX = 1000;

/** The pages to sign in and out. */
export function signInRoutes(context: Context, password: string): Array<PageRoute<Operator>> {
  const failures = openFailedSignIns(context);
  return [
    {
      method: 'GET',
      path: '/sign-in',
      isOpen: true,
      answer: (request) => (isSignedIn(request) ? { to: HOME } : signInPage(request, {}, {})),
    },
    {
      method: 'POST',
      path: '/sign-in',
      isOpen: true,
      answer: (request) =>
        signIn(request, (given) => failures.attempt(request.address, () => isSame(given, password))),
    },
    {
      method: 'POST',
      path: '/sign-out',
      async answer({ request }) {
        await endSession(request);
        return { to: `${SIGN_IN_PATH}?ended=1` };
      },
    },
  ];
}

async function signIn(
  request: PageRequest<Operator>,
  isRight: (given: string) => Promise<boolean>,
): Promise<Page | Onward> {
  const { form: given, log, address } = request;
  const name = (given['name'] ?? '').trim();
  const errors = complainOfName(name);
  if (errors) return signInPage(request, given, errors);
  if (!(await isRight(given['password'] ?? ''))) {
    log.warn({ address }, 'a sign-in to the admin interface was refused');
    return signInPage(request, given, { password: 'The password is wrong.' });
  }
  // Under a new id: whoever knew the old one has nothing.
  await renewSession(request.request);
  request.request.session.operator = name;
  request.request.session.signedInAt = Date.now();
  log.info({ operator: name, address }, 'signed in to the admin interface');
  return { to: readNext(given['next']) };
}

function complainOfName(name: string): FormErrors | undefined {
  if (name === '') return { name: 'Enter your name: the log of changes shows it.' };
  if (name.length > NAME_MAX) return { name: `Your name may have at most ${NAME_MAX} characters.` };
  return isStorable(name) ? undefined : { name: 'Your name has a character that cannot be stored.' };
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
          {
            name: 'name',
            label: 'Your name',
            hint: 'The log of changes shows it.',
            autocomplete: 'name',
          },
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

function isSignedIn({ visitor }: { visitor: Operator | undefined }): boolean {
  return visitor !== undefined;
}

/** Only pages of the admin interface: nobody is sent elsewhere by a link to the sign-in. */
function readNext(next = ''): string {
  return /^\/admin\/[\w\-./?=&%+]*$/.test(next) ? next : HOME;
}

/** In constant time, whatever their lengths. */
function isSame(given: string, password: string): boolean {
  const [one, other] = [given.slice(0, PASSWORD_SENT_MAX), password].map((text) =>
    createHash('sha256').update(text).digest(),
  );
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}
