import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { CatalogueClient } from '@kitroom/catalogue-client';
import { useCatalogue } from '../services.ts';

/** Reads a kit with all its details. */
export function useKit(id: number) {
  return useQuery(kitQuery(useCatalogue(), id));
}

/** The query that reads a kit. */
export function kitQuery(catalogue: CatalogueClient, id: number) {
  return queryOptions({
    queryKey: ['catalogue', 'kit', id],
    queryFn: ({ signal }) => catalogue.kits.get({ kit_id: id }, { signal }),
  });
}

/** Reads a club. */
export function useClub(id: number, enabled = true) {
  const catalogue = useCatalogue();
  return useQuery({
    queryKey: ['catalogue', 'club', id],
    queryFn: ({ signal }) => catalogue.clubs.get({ club_id: id }, { signal }),
    enabled,
  });
}

/**
 * Searches kits by name and year, and returns how the keyword was interpreted. Not sent without a keyword.
 */
export function useKitSearch(keyword: string) {
  const catalogue = useCatalogue();
  return useQuery({
    queryKey: ['catalogue', 'kit-search', keyword],
    queryFn: ({ signal }) => catalogue.kits.search({ keyword, explain: true }, { signal }),
    enabled: keyword !== '',
    placeholderData: keepPreviousData,
  });
}

/** The path of the search results for a keyword. */
export function toSearchPath(keyword: string): string {
  return `/search?${new URLSearchParams({ q: keyword })}`;
}

/** The path of the wall of kits with these filters. */
export function toKitsPath(filters: Readonly<Record<string, string | number>>): string {
  const texts = Object.entries(filters).map(([name, value]) => [name, String(value)]);
  return `/kits?${new URLSearchParams(texts)}`;
}
