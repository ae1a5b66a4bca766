import { useQuery } from '@tanstack/react-query';
import { useServices } from '../services.ts';
import { useLikelyUser } from '../session.ts';

/**
 * The ids of the signed-in collector's items by kit: one request for all kits, repeated after a change of
 * items.
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
  // Undefined while it is being read, also whether anybody is signed in.
  return user === null || isError ? NONE : data;
}

/** Of visitors, and if the service does not tell. */
const NONE: ReadonlyMap<number, readonly number[]> = new Map();
