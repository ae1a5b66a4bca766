import * as z from 'zod';
import { TEXT, tooLong } from './texts.ts';

/** The maximum length of an e-mail address, in characters. */
export const EMAIL_MAX = 254;

export const EMAIL_INVALID = 'Enter a valid email address.';

/** An e-mail address; surrounding white space is trimmed. */
export const emailField = z
  .string()
  .transform((text) => toAsciiDomain(text.trim()))
  .superRefine((text, context) => {
    const problem = validateEmail(text);
    if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
  })
  .meta({ openapi: { type: 'string', format: 'email', maxLength: EMAIL_MAX } });

/**
 * E-mail addresses are compared case-insensitively; both spellings of an international domain are the same.
 */
export function toEmailKey(email: string): string {
  return toAsciiDomain(email).toLowerCase();
}

/** The address with its domain as in DNS: `ada@xn--mnchen-3ya.de` for `ada@münchen.de`. */
function toAsciiDomain(email: string): string {
  const [, name, domain = ''] = /^(.*@)([^@]*)$/s.exec(email) ?? [];
  const isInternational = /^[\p{L}\p{M}\p{N}.。．｡-]+$/u.test(domain) && /[^\0-\x7F]/.test(domain);
  const url = `http://${domain}`;
  return isInternational && domain.length <= EMAIL_MAX && URL.canParse(url)
    ? `${name}${new URL(url).hostname}`
    : email;
}

function validateEmail(text: string): string | undefined {
  if (text === '') return TEXT.blank;
  if (text.length > EMAIL_MAX) return tooLong(EMAIL_MAX);
  return z.email().safeParse(text).success ? undefined : EMAIL_INVALID;
}
