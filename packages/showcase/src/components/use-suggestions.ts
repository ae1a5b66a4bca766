import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Suggestion, SuggestionType } from '@kitroom/catalogue-client';
import { useCatalogue } from '../services.ts';
import { useDebounced } from './use-debounced.ts';
import { toKitsPath } from './use-kits.ts';

const TYPING_MS = 120;

/**
 * Reads suggestions of one type, or of all types, for a text that is being typed. Undefined for an empty
 * text. `isSettled` is whether they are for the current text, and not for the previous one.
 */
export function useSuggestions(text: string, type?: SuggestionType) {
  const keyword = useDebounced(text.trim(), TYPING_MS);
  const { data, isPlaceholderData } = useSuggestionQuery(keyword, type);
  const suggestions = keyword === '' ? undefined : data;
  const isSettled = suggestions !== undefined && !isPlaceholderData && keyword === text.trim();
  return { suggestions, isSettled };
}

/** Reads the clubs, brands, competitions and seasons that a keyword may mean, best first. */
export function useSuggestedRecords(keyword: string) {
  return useSuggestionQuery(keyword, 'club,brand,competition,season');
}

function useSuggestionQuery(keyword: string, types: string | undefined) {
  const catalogue = useCatalogue();
  return useQuery({
    queryKey: ['catalogue', 'suggest', keyword, types],
    queryFn: ({ signal }) => catalogue.suggest({ q: keyword, types, limit: 8 }, { signal }),
    enabled: keyword !== '',
    placeholderData: keepPreviousData,
  });
}

/** The path of a suggestion: the screen of a club or kit, or the wall of kits with a filter. */
export function toSuggestionPath({ type, id }: Pick<Suggestion, 'type' | 'id'>): string {
  switch (type) {
    case 'club':
      return `/clubs/${id}`;
    case 'kit':
      return `/kits/${id}`;
    case 'season':
    case 'brand':
    case 'competition':
      return toKitsPath({ [type]: id });
  }
}
