import * as z from 'zod';
import { TEXT, tooLong } from './texts.ts';

/** The maximum length of an e-mail address, in characters. */
export const EMAIL_MAX = 254;

export const EMAIL_INVALID = 'Enter a valid email address.';

const DESCRIPTION = 'An e-mail address; unique, ignoring case.';

/** An e-mail address; surrounding white space is trimmed. */
export const emailField = z
  .string()
  .transform((text) => text.trim())
  .superRefine((text, context) => {
    const problem = validateEmail(text);
    if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
  })
  .meta({
    openapi: { type: 'string', format: 'email', maxLength: EMAIL_MAX },
    description: DESCRIPTION,
  });

/** E-mail addresses are compared case-insensitively. */
export function toEmailKey(email: string): string {
  return email.toLowerCase();
}

function validateEmail(text: string): string | undefined {
  if (text === '') return TEXT.blank;
  if (text.length > EMAIL_MAX) return tooLong(EMAIL_MAX);
  return z.email().safeParse(text).success ? undefined : EMAIL_INVALID;
}
