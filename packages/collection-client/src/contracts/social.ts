import * as z from 'zod';
import type { ContractResponse, ContractTree } from '@kitroom/shared';
import { endpointsOf, errorResponse, invalidInput } from './errors.ts';

const endpoint = endpointsOf('Accounts', { access: 'public', needsPrimary: true });

/** Reasons why a social sign-in or the linking of an account failed. */
export const SOCIAL_ERRORS = {
  access_denied: 'The sign-in was cancelled at the provider.',
  provider_error: 'The sign-in provider could not sign you in.',
  provider_away: 'The sign-in provider is temporarily unavailable. Please try again later.',
  invalid_state: 'This sign-in was not started in this browser, or too long ago. Please start again.',
  invalid_answer: 'The response of the sign-in provider is not valid. Please start again.',
  email_unverified: 'The sign-in provider does not report a verified e-mail address.',
  link_required: 'There is an account with this e-mail address. Sign in to it to link the two.',
  identity_taken: 'This sign-in belongs to another account.',
  session_changed: 'You are no longer signed in as the user who started this.',
  inactive: 'This account cannot sign in.',
  not_in_group:
    'You are not in a group that may sign in here. Ask the people who run this service to be added to one.',
  sign_up_closed:
    'This sign-in has no account here, and sign-up is closed. Ask the people who run this service for an account.',
  domain_not_allowed: 'Accounts with e-mail addresses of this domain are not created here.',
  confirmation_required: 'Please confirm that it is you, then link it again.',
  mfa_required: 'Multi-factor code required.',
} as const;

export type SocialErrorCode = keyof typeof SOCIAL_ERRORS;

/** The query parameter in which `next` receives the error code. */
export const SOCIAL_ERROR_PARAMETER = 'social_error';

/** A provider of social sign-in. */
export const socialProvider = z
  .object({
    provider: z.string(),
    name: z.string(),
    login_url: z.string(),
    linked: z.boolean(),
    // Services of earlier versions do not send it.
    auto_redirect: z.boolean().optional(),
  })
  .meta({ id: 'SocialProvider' });

export const socialError = z.object({ detail: z.string(), code: z.string() }).meta({ id: 'SocialError' });

const socialErrorResponse = { schema: socialError } satisfies ContractResponse;

const params = z.object({ provider: z.string() });
/** A parameter from a provider, which may have any length. */
const providerParameter = z.string().optional().meta({ isLong: true });

export const listSocialProviders = endpoint({
  id: 'listSocialProviders',
  path: '/api/accounts/social/',
  summary: 'List the social sign-in providers',
  responses: { 200: { schema: z.array(socialProvider) } },
});

export const startSocialLogin = endpoint({
  id: 'startSocialLogin',
  path: '/api/accounts/social/{provider}/login/',
  summary: 'Start a social sign-in',
  params,
  query: z.object({ next: z.string().optional().meta({ isLong: true }) }),
  responses: { 302: {}, 503: socialErrorResponse, 403: errorResponse },
});

export const finishSocialLogin = endpoint({
  id: 'finishSocialLogin',
  path: '/api/accounts/social/{provider}/callback/',
  summary: 'Complete a social sign-in',
  params,
  query: z.object({
    state: providerParameter,
    code: providerParameter,
    iss: providerParameter,
    error: providerParameter,
    error_description: providerParameter,
  }),
  responses: {
    302: {},
    400: { schema: z.union([socialError, invalidInput.schema as z.ZodType]) },
    /** The user may not sign in here; browsers get a page. */
    403: socialErrorResponse,
    503: socialErrorResponse,
  },
});

export const unlinkSocialProvider = endpoint({
  id: 'unlinkSocialProvider',
  method: 'DELETE',
  path: '/api/accounts/social/{provider}/',
  summary: 'Unlink a provider',
  params,
  responses: { 204: {}, 400: invalidInput },
  access: 'fresh-session',
});

/** Endpoints by client method name. */
export const socialEndpoints = {
  /** The providers of social sign-in; browsers navigate to their `login_url`. */
  socialProviders: listSocialProviders,
  startSocialLogin,
  finishSocialLogin,
  /** Unlinks a provider; status 400 if it is the only way to sign in. */
  unlinkSocialProvider,
} as const satisfies ContractTree;
