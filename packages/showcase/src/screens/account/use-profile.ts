import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCollection } from '../../services.ts';

/** The key of the query that reads the profile. */
export const PROFILE = ['profile'];

/** Reads the profile of the signed-in user, with its private fields. */
export function useProfile() {
  const { accounts } = useCollection();
  return useQuery({ queryKey: PROFILE, queryFn: ({ signal }) => accounts.profile({ signal }) });
}

/** Returns a function that reads again everything that a change of the account may have affected. */
export function useRefreshAccount() {
  const queries = useQueryClient();
  return () =>
    Promise.all(
      [PROFILE, ['sessions'], ['providers']].map((queryKey) => queries.invalidateQueries({ queryKey })),
    );
}
