import { isLongerThan, isStorable } from '@kitroom/shared';
import * as z from 'zod';
import { notStorable, TEXT, tooLong } from './texts.ts';

export interface TextRules {
  /** The maximum length, in code points rather than UTF-16 units. */
  max: number;
  description: string;
  mayBeBlank?: boolean;
}

/** A text of a body; surrounding white space is trimmed. */
export function textField({ max, description, mayBeBlank = false }: TextRules) {
  return z
    .string()
    .transform((text) => text.trim())
    .superRefine((text, context) => {
      if (text === '' && !mayBeBlank) context.addIssue({ code: 'custom', message: TEXT.blank });
      if (!isStorable(text)) context.addIssue({ code: 'custom', message: notStorable(text) });
      if (isLongerThan(text, max)) context.addIssue({ code: 'custom', message: tooLong(max) });
    })
    .meta({
      openapi: { type: 'string', maxLength: max, ...(mayBeBlank ? {} : { minLength: 1 }) },
      description,
    });
}
