import type { Suggestion, SuggestionType } from '@kitroom/catalogue-client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCatalogue } from '../services.ts';
import { useDebounced } from './use-debounced.ts';

const TYPING_MS = 120;

/** What the catalogue suggests for what is being typed, of one type or of all; undefined for an empty text. */
export function useSuggestions(text: string, type?: SuggestionType): Suggestion[] | undefined {
  const catalogue = useCatalogue();
  const keyword = useDebounced(text.trim(), TYPING_MS);
  const { data } = useQuery({
    queryKey: ['catalogue', 'suggest', keyword, type],
    queryFn: ({ signal }) => catalogue.suggest({ q: keyword, types: type, limit: 8 }, { signal }),
    enabled: keyword !== '',
    placeholderData: keepPreviousData,
  });
  return keyword === '' ? undefined : data;
}
