import * as z from 'zod';
import { TEXT } from './texts.ts';

/** A day in a body, `2024-05-31`. */
export function dateField(description: string) {
  return (
    z.iso
      .date()
      // PostgreSQL has no year 0.
      .refine((text) => !text.startsWith('0000'), TEXT.date)
      .meta({ openapi: { type: 'string', format: 'date' }, description })
  );
}
