import * as z from 'zod';
import { hasLongMarks, isLongerThan, isStorable } from '@kitroom/shared';
import { notStorable, TEXT, tooLong } from './texts.ts';

export interface TextRules {
  /** The maximum length, in code points rather than UTF-16 units. */
  max: number;
  mayBeBlank?: boolean;
  /**
   * The kind of text. A `line` needs a visible character unless it may be blank and is empty, and has no
   * control characters; `lines` may have line breaks and tabs; a `query`, which is not stored, may have any
   * characters. Default: `line`.
   */
  of?: 'line' | 'lines' | 'query';
}

/** A text without any visible character. */
const INVISIBLE = /^[\p{Z}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

const CONTROL_CHARACTERS = { line: /\p{Cc}/u, lines: /[^\P{Cc}\t\n\r]/u, query: /(?!)/ };

/** A string in a body; surrounding white space is trimmed. */
export function textField({ max, mayBeBlank = false, of = 'line' }: TextRules) {
  return z
    .string()
    .transform((text) => text.trim())
    .superRefine((text, context) => {
      const isBlank = text === '' ? !mayBeBlank : of === 'line' && INVISIBLE.test(text);
      if (isBlank) context.addIssue({ code: 'custom', message: TEXT.blank });
      if (!isStorable(text)) context.addIssue({ code: 'custom', message: notStorable(text) });
      else if (CONTROL_CHARACTERS[of].test(text)) context.addIssue({ code: 'custom', message: TEXT.control });
      if (of !== 'query' && hasLongMarks(text)) context.addIssue({ code: 'custom', message: TEXT.marks });
      if (isLongerThan(text, max)) context.addIssue({ code: 'custom', message: tooLong(max) });
    })
    .meta({ openapi: { type: 'string', maxLength: max, ...(mayBeBlank ? {} : { minLength: 1 }) } });
}

/** A date in a body, `2024-05-31`. */
export const dateField = z.iso
  .date()
  // PostgreSQL has no year 0.
  .refine((text) => !text.startsWith('0000'), TEXT.date)
  .meta({ openapi: { type: 'string', format: 'date' } });

/** The latest time whose year has four digits in ISO 8601, in any time zone. */
const LATEST = Date.parse('9999-12-31T00:00:00Z');

/** A future time in a body, `2024-05-31T12:00:00Z`. */
export const timeField = z.iso
  .datetime({ offset: true })
  .superRefine((text, context) => {
    const time = Date.parse(text);
    if (time <= Date.now()) context.addIssue({ code: 'custom', message: TEXT.past });
    else if (!(time <= LATEST)) context.addIssue({ code: 'custom', message: TEXT.datetime });
  })
  .meta({ openapi: { type: 'string', format: 'date-time' } });
