import * as z from 'zod';
import { TEXT } from './texts.ts';

/** A day in a body, `2024-05-31`. */
export const dateField = z.iso
  .date()
  // PostgreSQL has no year 0.
  .refine((text) => !text.startsWith('0000'), TEXT.date)
  .meta({ openapi: { type: 'string', format: 'date' } });

/** The last moment whose ISO 8601 notation has a year of four digits, in any time zone. */
const LATEST = Date.parse('9999-12-31T00:00:00Z');

/** A moment in the future in a body, `2024-05-31T12:00:00Z`. */
export const timeField = z.iso
  .datetime({ offset: true })
  .superRefine((text, context) => {
    const time = Date.parse(text);
    if (time <= Date.now()) context.addIssue({ code: 'custom', message: TEXT.past });
    else if (!(time <= LATEST)) context.addIssue({ code: 'custom', message: TEXT.datetime });
  })
  .meta({ openapi: { type: 'string', format: 'date-time' } });
