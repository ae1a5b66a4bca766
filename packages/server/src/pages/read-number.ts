import { INTEGER_MAX } from '@kitroom/shared';
import { notFound } from '../http/errors.ts';

/** Further back a search is the better way. */
const PAGES_MAX = 10_000;

/** A positive integer that PostgreSQL's `integer` can hold; undefined for any other text. */
export function toInteger(text = ''): number | undefined {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  return value >= 1 && value <= INTEGER_MAX ? value : undefined;
}

/** The number in an address; throws a 404 for what no record can have. */
export function readId(text: string | undefined): number {
  const id = toInteger(text);
  if (id === undefined) throw notFound('There is no such page.');
  return id;
}

/** The number of a page; what cannot be one is the first. */
export function readPage(text: string | undefined): number {
  return Math.min(toInteger(text) ?? 1, PAGES_MAX);
}
