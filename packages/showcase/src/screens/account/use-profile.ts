import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCollection } from '../../services.ts';

/** The key of the query that reads the profile. */
export const PROFILE = ['profile'];

/** The profile of whoever is signed in, with what only they see. */
export function useProfile() {
  const { accounts } = useCollection();
  return useQuery({ queryKey: PROFILE, queryFn: ({ signal }) => accounts.profile({ signal }) });
}

/** Reads again what a change of the account may have changed. */
export function useRefreshAccount() {
  const queries = useQueryClient();
  return () =>
    Promise.all(
      [PROFILE, ['sessions'], ['providers']].map((queryKey) => queries.invalidateQueries({ queryKey })),
    );
}
