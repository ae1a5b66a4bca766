import * as z from 'zod';
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from './pagination.ts';
import { isLongerThan, isStorable } from './texts.ts';

/** The largest id, page or year: the maximum of PostgreSQL's `integer`. */
export const INTEGER_MAX = 2_147_483_647;

/**
 * The maximum length of a query parameter's value, in code points; values separated by commas have their own
 * limits.
 */
export const QUERY_VALUE_MAX = 200;

/** The maximum length of a search keyword. */
export const KEYWORD_MAX = QUERY_VALUE_MAX;

/** OpenAPI metadata of inputs that cannot be derived from their zod type. */
declare module 'zod' {
  interface GlobalMeta {
    openapi?: Record<string, unknown>;
    /**
     * The zod schema to document instead of this one. Not typed as such, because the type would be infinitely
     * recursive.
     */
    shownAs?: unknown;
    /**
     * For an id: the kind of record, as in the import format. An old id of a merged record is accepted too.
     */
    idOf?: string;
    /** For an array in a query: its values are separated by commas, instead of repeating the parameter. */
    isCommaSeparated?: boolean;
    /** For a query parameter: it may be repeated. */
    takesSeveral?: boolean;
    /** For a query parameter: its value may have more than `QUERY_VALUE_MAX` characters. */
    isLong?: boolean;
  }
}

/**
 * Inputs sent as text in paths and query strings. The input type is what a caller passes; parsing is strict:
 * an integer is a single string of digits, never `0x10`, `1e3` or `['1']`.
 */

/** A query string parameter that can be stored in the database. */
export const plainText = z.string().refine(isStorable);

const blank = z.literal('');

/** A record's id: digits only, 1 to 2147483647. */
export const idInput = wireInteger(1).meta(asInteger({ minimum: 1, maximum: INTEGER_MAX }));

/** An optional id filter; empty counts as absent. */
export const idFilter = z
  .union([blank, wireInteger(1)])
  .transform((value) => (value === '' ? undefined : value))
  .optional()
  .meta(asInteger({ minimum: 1, maximum: INTEGER_MAX }));

/** An optional year filter; empty counts as absent, and a year that no season can have becomes -1. */
export const yearFilter = z
  .union([blank, z.custom<number>(isIntegerText).transform(Number).transform(toYear)])
  .transform((value) => (value === '' ? undefined : value))
  .optional()
  .meta(asInteger({}));

/** An optional filter, `true` or `false`; empty counts as absent. */
export const booleanFilter = z
  .union([blank, z.custom<boolean>((value) => ['true', 'false'].includes(String(value)))])
  .transform((value) => (value === '' ? undefined : String(value) === 'true'))
  .optional()
  .meta({ openapi: { type: 'boolean' } });

/** An optional text filter; empty counts as absent. */
export const textFilter = plainText
  .transform((value) => (value === '' ? undefined : value))
  .optional()
  .meta({ openapi: { type: 'string', maxLength: QUERY_VALUE_MAX } });

/** An optional filter with several values, repeated or separated by commas; empty ones are dropped. */
export function listFilter() {
  return z
    .custom<string | string[]>((value) => typeof value === 'string' || Array.isArray(value))
    .transform((value) => [value].flat())
    .pipe(z.array(plainText))
    .transform((values) =>
      values
        .join()
        .split(',')
        .map((value) => value.trim()),
    )
    .transform((values) => [...new Set(values)].filter((value) => value !== ''))
    .default([]);
}

/** A page number, from 1. */
export const pageInput = wireInteger(1)
  .default(1)
  .meta(asInteger({ minimum: 1, maximum: INTEGER_MAX, default: 1 }));

/** The page size; default: 20, maximum: 100 (larger values are reduced). */
export const pageSizeInput = sizeInput({ maximum: PAGE_SIZE_MAX, fallback: PAGE_SIZE_DEFAULT });

/** The size of a page; values above the maximum are reduced. */
export function sizeInput({ maximum, fallback }: { maximum: number; fallback: number }) {
  return z
    .custom<number>(isIntegerText)
    .transform(Number)
    .transform((size) => Math.min(size, maximum))
    .pipe(z.number().min(1))
    .default(fallback)
    .meta(asInteger({ minimum: 1, default: fallback }));
}

/** The sequence number of a change: 0 is before the first one. */
export const sequenceInput = wireInteger(0, Number.MAX_SAFE_INTEGER)
  .default(0)
  .meta(asInteger({ minimum: 0, default: 0 }));

/** A search keyword of at most 200 characters, trimmed; blank is allowed and matches nothing. */
export const keywordInput = z
  .string()
  .refine((text) => !isLongerThan(text, KEYWORD_MAX) && isStorable(text))
  .transform((text) => text.trim())
  .meta({
    openapi: { type: 'string', maxLength: 200, pattern: String.raw`^[^\u0000]*$` },
  });

function wireInteger(minimum: number, maximum = INTEGER_MAX) {
  return z.custom<number>(isIntegerText).transform(Number).pipe(z.number().min(minimum).max(maximum));
}

function isIntegerText(value: unknown): boolean {
  return (typeof value === 'string' || typeof value === 'number') && /^-?\d+$/.test(String(value));
}

function toYear(value: number): number {
  return value >= 0 && value <= 9999 ? value : -1;
}

function asInteger(bounds: Record<string, number>) {
  return { openapi: { type: 'integer', ...bounds } };
}
