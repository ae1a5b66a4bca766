import type { Endpoint } from '@kitroom/server/http/endpoint';
import { notFound } from '@kitroom/server/http/errors';
import type { FieldLabel } from '@kitroom/server/pages/endpoint-form';
import { openEndpointPages, type EndpointPages } from '@kitroom/server/pages/endpoint-pages';
import type { FormErrors } from '@kitroom/server/pages/form';
import type { PageRequest, PageRoute } from '@kitroom/server/pages/page-router';
import type { Access } from '@kitroom/shared';
import { checkAccess, isConfirmationRequired } from '../accounts/access/check-access.ts';
import { WRONG_CODE } from '../accounts/second-factor/check-code.ts';
import type { UserRow } from '../accounts/users/user-queries.ts';
import type { Context } from '../context.ts';
import { toInvalidInput } from '../invalid-input.ts';

export type AccountRequest = PageRequest<UserRow>;
export type AccountPages = EndpointPages<UserRow>;

/** Opens the pages of the account endpoints. */
export function openAccountPages(context: Pick<Context, 'db'>, endpoints: readonly Endpoint[]): AccountPages {
  return openEndpointPages({
    endpoints,
    labels: LABELS,
    explain: explainWrongCode,
    errorFormat: { toInvalidInput, toInvalidParams: () => notFound('Not found.') },
    guard: (access, route, back) => requireAccess(context, access, route, back),
  });
}

/** The path of the requested site's confirmation page, which then redirects to `next`. */
export function toConfirmation({ request }: Pick<AccountRequest, 'request'>, next: string): string {
  return `${request.baseUrl}/confirm?next=${encodeURIComponent(next)}`;
}

/** Redirects users who must confirm first. A submitted form is lost; the next page says so. */
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
        // The query of the page is kept, as it may contain values for its form.
        if (route.method === 'GET') return { to: toConfirmation(request, request.request.originalUrl) };
        const to = toConfirmation(request, `${request.request.baseUrl}${back}`);
        const text = 'Nothing has changed yet. Confirm first, then try again.';
        return { to, flash: { kind: 'problem', text } };
      }
    },
  };
}

export const NEW_PASSWORD = {
  label: 'Password',
  type: 'password',
  hint: 'At least 8 characters; not only digits, not a common password, not similar to your username.',
  autocomplete: 'new-password',
} as const satisfies FieldLabel;

/** The fields of the account endpoints, by name. */
export const LABELS = {
  username: { label: 'Username or e-mail address', autocomplete: 'username' },
  email: { label: 'E-mail address', type: 'email', autocomplete: 'email' },
  name: { label: 'Name', isOptional: true, autocomplete: 'name' },
  password: { label: 'Password', type: 'password', autocomplete: 'current-password' },
  current_password: { label: 'Current password', type: 'password', autocomplete: 'current-password' },
  new_password: { ...NEW_PASSWORD, label: 'New password' },
  delete_token: {
    label: 'Delete my API token and app tokens too',
    type: 'switch',
    hint: 'Apps and programs that use them are rejected until they have new ones.',
  },
  key: { label: 'Key', hint: 'You’ll find it in the e-mail, below the link.' },
  code: {
    label: 'Code',
    hint: 'From your authenticator app, or one of your recovery codes.',
    autocomplete: 'one-time-code',
  },
} as const satisfies Readonly<Record<string, FieldLabel>>;

const ADVICE =
  'Codes of the app change every 30 seconds and work once: wait for the next one, and check that the clock of your ' +
  'phone is right. A recovery code works once, too.';

/** Adds advice to the error of a wrong code. */
function explainWrongCode(errors: FormErrors): FormErrors {
  return errors['code'] === WRONG_CODE ? { ...errors, code: `${WRONG_CODE} ${ADVICE}` } : errors;
}
