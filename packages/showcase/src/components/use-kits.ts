import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCatalogue } from '../services.ts';

/** One kit with all that is known of it. */
export function useKit(id: number) {
  const catalogue = useCatalogue();
  return useQuery({
    queryKey: ['catalogue', 'kit', id],
    queryFn: ({ signal }) => catalogue.kits.get({ kit_id: id }, { signal }),
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
