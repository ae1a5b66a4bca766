import { useQuery } from '@tanstack/react-query';
import type { Limits } from '@kitroom/collection-client';
import { useCollection } from '../services.ts';
import { countOf } from './format.ts';

type Usage = NonNullable<Limits['usage']>;

/** Reads how much the signed-in user has stored, and the limits. Null for earlier versions of the service. */
export function useUsage() {
  const { reference } = useCollection();
  return useQuery({
    // Part of the key of the user's collection, so that changes of the collection also invalidate the usage.
    queryKey: ['collection', 'me', 'usage'],
    queryFn: async ({ signal }) => (await reference.limits({ signal })).usage ?? null,
  });
}

/** Describes how much a user has stored, and the limits. */
export function describeUsage({ items, items_max, storage, storage_max }: Usage): string {
  const itemsLimit = items_max === null ? '' : ` of at most ${items_max.toLocaleString()}`;
  const storageLimit = storage_max === null ? '' : ` of at most ${showSize(storage_max)}`;
  return `You have ${countOf(items, 'item')}${itemsLimit}, drafts included. Your photos take up ${showSize(storage)}${storageLimit}.`;
}

const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];

/** Formats a size in the binary units in which limits are set. */
function showSize(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  const number = (bytes / 1024 ** step).toLocaleString(undefined, { maximumFractionDigits: 1 });
  return `${number} ${UNITS[step]}`;
}
