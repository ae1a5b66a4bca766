import { useQuery } from '@tanstack/react-query';
import { useServices } from '../services.ts';
import { useLikelyUser } from '../session.ts';

/**
 * Reads the ids of the signed-in user's items by kit, with one request for all kits that is repeated after
 * changes of items. Undefined while loading, or until it is known whether the user is signed in.
 */
export function useOwnedKits(): ReadonlyMap<number, readonly number[]> | undefined {
  const { loadCollection } = useServices();
  const user = useLikelyUser();
  const { data, isError } = useQuery({
    queryKey: ['collection', 'me', 'kits'],
    queryFn: async ({ signal }) => {
      const { kits } = await (await loadCollection()).collections.myKits({ signal });
      return new Map(kits.map(({ kit, items }) => [kit, items]));
    },
    enabled: Boolean(user),
  });
  return user === null || isError ? NONE : data;
}

/** For visitors, and if the request fails. */
const NONE: ReadonlyMap<number, readonly number[]> = new Map();
