import { isStorable } from '@kitroom/shared';
import type { FilterValues } from './list-queries.ts';

/** Longer filter texts are cut. */
const TEXT_MAX = 200;

/** The filters of a query or a submitted form; characters that the database cannot store are left out. */
export function readFilters(values: FilterValues): FilterValues {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, clean(value)]));
}

function clean(text = ''): string | undefined {
  const storable = text.replaceAll('\0', '').trim().slice(0, TEXT_MAX);
  return isStorable(storable) ? storable || undefined : undefined;
}
