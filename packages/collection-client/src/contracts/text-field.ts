import { isLongerThan, isStorable } from '@kitroom/shared';
import * as z from 'zod';
import { notStorable, TEXT, tooLong } from './texts.ts';

export interface TextRules {
  /** The maximum length, in code points rather than UTF-16 units. */
  max: number;
  mayBeBlank?: boolean;
  /**
   * What the text consists of: a `line` needs a visible character, unless it may be blank and is, and has no control
   * characters; `lines` may have line breaks and tabs; in a `query` everything is allowed. Default: `line`.
   */
  of?: 'line' | 'lines' | 'query';
}

/** A text without any visible character. */
const INVISIBLE = /^[\p{Z}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

const CONTROL_CHARACTERS = { line: /\p{Cc}/u, lines: /[^\P{Cc}\t\n\r]/u, query: /(?!)/ };

/** A text of a body; surrounding white space is trimmed. */
export function textField({ max, mayBeBlank = false, of = 'line' }: TextRules) {
  return z
    .string()
    .transform((text) => text.trim())
    .superRefine((text, context) => {
      const isBlank = text === '' ? !mayBeBlank : of === 'line' && INVISIBLE.test(text);
      if (isBlank) context.addIssue({ code: 'custom', message: TEXT.blank });
      if (!isStorable(text)) context.addIssue({ code: 'custom', message: notStorable(text) });
      else if (CONTROL_CHARACTERS[of].test(text)) context.addIssue({ code: 'custom', message: TEXT.control });
      if (isLongerThan(text, max)) context.addIssue({ code: 'custom', message: tooLong(max) });
    })
    .meta({
      openapi: { type: 'string', maxLength: max, ...(mayBeBlank ? {} : { minLength: 1 }) },
    });
}
