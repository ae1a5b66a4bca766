import { INTEGER_MAX } from '@kitroom/shared';
import { notFound } from '../http/errors.ts';

/** Deeper pagination is slow; a search is more useful. */
const PAGES_MAX = 10_000;

/** A positive integer in the range of PostgreSQL's `integer`; undefined for any other text. */
export function toInteger(text = ''): number | undefined {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  return value >= 1 && value <= INTEGER_MAX ? value : undefined;
}

/** The id in a path; throws a 404 if it is invalid. */
export function readId(text: string | undefined): number {
  const id = toInteger(text);
  if (id === undefined) throw notFound('There is no such page.');
  return id;
}

/** A page number; 1 if invalid. */
export function readPage(text: string | undefined): number {
  return Math.min(toInteger(text) ?? 1, PAGES_MAX);
}
