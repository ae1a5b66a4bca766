import type { Limits } from '@kitroom/collection-client';
import { useQuery } from '@tanstack/react-query';
import { useCollection } from '../services.ts';
import { countOf } from './format.ts';

type Usage = NonNullable<Limits['usage']>;

/** What the signed-in user has and may have; undefined until it is known. */
export function useUsage(): Usage | undefined {
  const { reference } = useCollection();
  // Under the key of the own collection: what changes it changes this.
  const { data } = useQuery({
    queryKey: ['collection', 'me', 'usage'],
    queryFn: async ({ signal }) => (await reference.limits({ signal })).usage ?? null,
  });
  return data ?? undefined;
}

/** What a user has and may have, in sentences. */
export function describeUsage({ items, items_max, storage, storage_max }: Usage): string {
  const ofItems = items_max === null ? '' : ` of at most ${items_max.toLocaleString()}`;
  const ofStorage = storage_max === null ? '' : ` of at most ${showSize(storage_max)}`;
  return `You have ${countOf(items, 'item')}${ofItems}, drafts included. Your photos take up ${showSize(storage)}${ofStorage}.`;
}

/** How many of the items that an import would add do not fit; undefined if all do. */
export function describeExcess({ items, items_max }: Usage, added: number): string | undefined {
  const excess = items_max === null ? 0 : Math.min(added, items + added - items_max);
  if (excess <= 0) return undefined;
  return `${countOf(excess, 'row')} would not fit: you have ${countOf(items, 'item')} of at most ${items_max?.toLocaleString()}. Delete some first, or these rows are reported and not added.`;
}

const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];

/** In the units in which limits are set. */
function showSize(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  const number = (bytes / 1024 ** step).toLocaleString(undefined, { maximumFractionDigits: 1 });
  return `${number} ${UNITS[step]}`;
}
