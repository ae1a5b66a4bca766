import * as z from 'zod';
import { PASSWORD_SIGN_INS, SIGN_UP_STATES, toEmailKey } from '@kitroom/collection-client';

const DOMAIN = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]{0,61}[a-z\d]$/;

/** The variables that control who may create an account, and who may sign in with a password. */
export const accountVariables = {
  SIGN_UP: z
    .enum(SIGN_UP_STATES)
    .default('open')
    .meta({ allowed: 'open or closed' })
    .describe(
      'whether people can [create accounts](operations.md#closed-communities) themselves; staff and the command `users create` always can',
    ),
  SIGN_UP_DOMAINS: z
    .string()
    .transform((text) => text.split(',').map((domain) => toEmailKey(`@${domain.trim()}`).slice(1)))
    .refine((domains) => domains.every((domain) => DOMAIN.test(domain)))
    .optional()
    .meta({ allowed: 'domains separated by commas, such as example.org,example.com' })
    .meta({
      description:
        'the only domains of e-mail addresses that people can sign up with or change to; subdomains count separately',
      fallback: 'all',
    }),
  PASSWORD_SIGN_IN: z
    .enum(PASSWORD_SIGN_INS)
    .default('on')
    .meta({ allowed: 'on, staff or off' })
    .describe(
      'who can sign in with a password: everybody, staff only, or nobody, which requires a sign-in provider; unless `on`, sign-up by form is closed too',
    ),
  OIDC_AUTO_REDIRECT: z
    .string()
    .optional()
    .meta({ allowed: 'the lower-case name of a configured provider' })
    .meta({
      description:
        'the provider that sign-in pages lead to immediately, except after signing out, after a rejected sign-in, and with `?local`',
      fallback: 'none',
    }),
};
