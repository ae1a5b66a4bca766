import { useQuery } from '@tanstack/react-query';
import type { Limits } from '@kitroom/collection-client';
import { useCollection } from '../services.ts';
import { countOf } from './format.ts';

type Usage = NonNullable<Limits['usage']>;

/** What the signed-in user has and may have; null if the service is of an earlier version. */
export function useUsage() {
  const { reference } = useCollection();
  return useQuery({
    // Under the key of the own collection: what changes it changes this.
    queryKey: ['collection', 'me', 'usage'],
    queryFn: async ({ signal }) => (await reference.limits({ signal })).usage ?? null,
  });
}

/** What a user has and may have, in sentences. */
export function describeUsage({ items, items_max, storage, storage_max }: Usage): string {
  const ofItems = items_max === null ? '' : ` of at most ${items_max.toLocaleString()}`;
  const ofStorage = storage_max === null ? '' : ` of at most ${showSize(storage_max)}`;
  return `You have ${countOf(items, 'item')}${ofItems}, drafts included. Your photos take up ${showSize(storage)}${ofStorage}.`;
}

const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];

/** In the units in which limits are set. */
function showSize(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  const number = (bytes / 1024 ** step).toLocaleString(undefined, { maximumFractionDigits: 1 });
  return `${number} ${UNITS[step]}`;
}
