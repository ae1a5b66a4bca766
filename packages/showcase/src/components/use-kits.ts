import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { CatalogueClient } from '@kitroom/catalogue-client';
import { useCatalogue } from '../services.ts';

/** One kit with all that is known of it. */
export function useKit(id: number) {
  return useQuery(kitQuery(useCatalogue(), id));
}

/** Reads one kit. */
export function kitQuery(catalogue: CatalogueClient, id: number) {
  return queryOptions({
    queryKey: ['catalogue', 'kit', id],
    queryFn: ({ signal }) => catalogue.kits.get({ kit_id: id }, { signal }),
  });
}

/** One club. */
export function useClub(id: number, enabled = true) {
  const catalogue = useCatalogue();
  return useQuery({
    queryKey: ['catalogue', 'club', id],
    queryFn: ({ signal }) => catalogue.clubs.get({ club_id: id }, { signal }),
    enabled,
  });
}

/** Kits by name and year, with how the keyword was understood; nothing is read for an empty one. */
export function useKitSearch(keyword: string) {
  const catalogue = useCatalogue();
  return useQuery({
    queryKey: ['catalogue', 'kit-search', keyword],
    queryFn: ({ signal }) => catalogue.kits.search({ keyword, explain: true }, { signal }),
    enabled: keyword !== '',
    placeholderData: keepPreviousData,
  });
}

/** The address of the screen with what a keyword finds. */
export function toSearchPath(keyword: string): string {
  return `/search?${new URLSearchParams({ q: keyword })}`;
}

/** The address of the wall of kits with these filters. */
export function toKitsPath(filters: Readonly<Record<string, string | number>>): string {
  const texts = Object.entries(filters).map(([name, value]) => [name, String(value)]);
  return `/kits?${new URLSearchParams(texts)}`;
}
